// Every rule for addresses, networks, port ranges and lists, as properties.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical, isIp, isIpNet } from './ip.ts'
import { parsePortRange } from './checks.ts'
import {
  canonicalPortRange,
  ipNetProblem,
  ipProblem,
  NOT_A_BLOCK,
  NOT_A_PORT_RANGE,
  NOT_A_WIDTH,
  NOT_AN_IP,
  NOT_UNIQUE,
  PORT_OUT_OF_RANGE,
  portRangeProblem,
  PORTS_REVERSED,
  uniqueProblem,
  widthTooLarge,
} from './network-checks.ts'

const v4 = fc.ipV4()
const v6 = fc.ipV6().filter((text) => isIp(text))
const word = fc.string().filter((text) => !isIp(text.trim()))
const space = fc.constantFrom('', ' ', '\t')
const check = <T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void) =>
  fc.assert(
    fc.property(arbitrary, (value) => void property(value)),
    { numRuns: 500 },
  )

test('an IPv4 or IPv6 address is accepted, with spaces around it', () => {
  check(fc.tuple(space, fc.oneof(v4, v6), space), (parts) => expect(ipProblem(parts.join(''))).toBeUndefined())
})

test('any other text is not a valid IP address', () => {
  check(word, (text) => expect(ipProblem(text)).toBe(NOT_AN_IP))
  check(v4, (ip) => expect(ipProblem(`${ip}.1`)).toBe(NOT_AN_IP))
  check(fc.tuple(v4, fc.nat(32)), ([ip, width]) => expect(ipProblem(`${ip}/${width}`)).toBe(NOT_AN_IP))
})

test('an address and a width make a block, up to 32 and 128', () => {
  check(fc.tuple(v4, fc.nat(32)), ([ip, width]) => expect(ipNetProblem(` ${ip}/${width} `)).toBeUndefined())
  check(fc.tuple(v6, fc.nat(128)), ([ip, width]) => expect(ipNetProblem(`${ip}/${width}`)).toBeUndefined())
})

test('a width too large for its version is refused', () => {
  const [over32, over128] = [fc.integer({ min: 33, max: 9999 }), fc.integer({ min: 129, max: 9999 })]
  check(fc.tuple(v4, over32), ([ip, width]) => expect(ipNetProblem(`${ip}/${width}`)).toBe(widthTooLarge(4)))
  check(fc.tuple(v6, over128), ([ip, width]) => expect(ipNetProblem(`${ip}/${width}`)).toBe(widthTooLarge(6)))
  expect([widthTooLarge(4), widthTooLarge(6)]).toEqual([
    'Width must be at most 32 for IPv4',
    'Width must be at most 128 for IPv6',
  ])
})

test('a block needs exactly one slash between two parts', () => {
  check(
    fc.string().filter((text) => text.split('/').length !== 2),
    (text) => expect(ipNetProblem(text)).toBe(NOT_A_BLOCK),
  )
  check(fc.oneof(v4, v6), (ip) => {
    for (const text of [ip, `${ip}/`, `${ip}/8/8`, '/8']) expect(ipNetProblem(text)).toBe(NOT_A_BLOCK)
  })
})

test('the width of a block is an integer', () => {
  const notInteger = fc.oneof(
    fc.stringMatching(/^[a-z.]{1,4}$/),
    fc.stringMatching(/^-\d{1,2}$/),
    fc.stringMatching(/^\d{1,2}\.\d{1,2}$/),
  )
  check(fc.tuple(fc.oneof(v4, v6), notInteger), ([ip, width]) =>
    expect(ipNetProblem(`${ip}/${width}`)).toBe(NOT_A_WIDTH),
  )
})

test('the address of a block is an address', () => {
  const name = fc.stringMatching(/^[a-z]{1,8}$/).filter((text) => !isIp(text))
  check(fc.tuple(name, fc.nat(32)), ([text, width]) => expect(ipNetProblem(`${text}/${width}`)).toBe(NOT_AN_IP))
})

test('a block is accepted exactly when the API accepts it', () => {
  const near = fc.tuple(
    fc.oneof(v4, v6, fc.string()),
    fc.constantFrom('/', '', '//'),
    fc.oneof(fc.nat(200), fc.string()),
  )
  check(near, (parts) => {
    const text = parts.join('').trim()
    expect(ipNetProblem(text) === undefined).toBe(isIpNet(text))
  })
})

const port = fc.integer({ min: 1, max: 65_535 })

test('a port and an ascending range are accepted, with spaces around them', () => {
  check(fc.tuple(port, port, space), ([a, b, around]) => {
    const [first, last] = [Math.min(a, b), Math.max(a, b)]
    expect(portRangeProblem(`${around}${first}${around}`)).toBeUndefined()
    expect(portRangeProblem(`${around}${first}-${last}${around}`)).toBeUndefined()
    expect(parsePortRange(canonicalPortRange(`${around}${first}-${last}`))).toEqual({ first, last })
  })
})

test('one number is a range of one', () => {
  check(port, (one) => expect(canonicalPortRange(`${one}-${one}`)).toBe(`${one}`))
})

test('a range must not end below its start', () => {
  check(
    fc.tuple(port, port).filter(([a, b]) => a !== b),
    ([a, b]) => expect(portRangeProblem(`${Math.max(a, b)}-${Math.min(a, b)}`)).toBe(PORTS_REVERSED),
  )
})

test('ports are 1 to 65535', () => {
  check(fc.constantFrom(0, 65_536, 99_999), (one) => expect(portRangeProblem(`${one}`)).toBe(PORT_OUT_OF_RANGE))
  check(port, (one) => expect(portRangeProblem(`0-${one}`)).toBe(PORT_OUT_OF_RANGE))
})

test('anything but one to five digits, or two such numbers, is not a port range', () => {
  const form = /^\d{1,5}(-\d{1,5})?$/
  check(
    fc.string().filter((text) => !form.test(text.trim())),
    (text) => expect(portRangeProblem(text)).toBe(NOT_A_PORT_RANGE),
  )
  check(fc.stringMatching(/^\d{6,9}$/), (text) => expect(portRangeProblem(text)).toBe(NOT_A_PORT_RANGE))
  check(fc.tuple(port, port, port), (ports) => expect(portRangeProblem(ports.join('-'))).toBe(NOT_A_PORT_RANGE))
})

test('an item can be added once, in any notation', () => {
  check(fc.uniqueArray(fc.oneof(v4, v6).map(canonical), { minLength: 1 }), (list) => {
    expect(uniqueProblem(list, canonical(list[0]!.toUpperCase()))).toBe(NOT_UNIQUE)
    expect(uniqueProblem(list.slice(1), list[0]!)).toBeUndefined()
  })
})
