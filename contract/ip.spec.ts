// Properties of address arithmetic on random addresses.
import { isIPv4, isIPv6 } from 'node:net'
import * as fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, it, test } from 'vitest'
import * as ip from './ip.ts'

const address = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).map((value): ip.Address => ({ version: 4, value })),
  fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((value): ip.Address => ({ version: 6, value })),
  // runs of zeros, to exercise shortening
  fc.array(fc.constantFrom(0n, 0n, 0n, 1n, 0xffffn), { minLength: 8, maxLength: 8 }).map((groups): ip.Address => ({
    version: 6,
    value: groups.reduce<bigint>((value, group) => (value << 16n) | group, 0n),
  })),
)
const net = address.chain(({ version, value }) =>
  fc.integer({ min: 0, max: ip.bits(version) }).map((width): ip.Net => ({ version, address: value, width })),
)
const small = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }))
  .map(([a, b]): ip.Range => ({ version: 4, first: BigInt(Math.min(a, b)), last: BigInt(Math.max(a, b)) }))
const sign = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function holds<T>(values: fc.Arbitrary<T>, law: (value: T) => unknown): void {
  // properties fail through expect; its return value does not matter
  const property = fc.property(values, (value) => void law(value))
  fc.assert(property, { numRuns: 1000 })
}

describe('spelling', () => {
  it('round-trips', () => {
    holds(address, (a) => expect(ip.parseIp(ip.formatIp(a))).toEqual(a))
    holds(net, (n) => expect(ip.parseNet(ip.formatNet(n))).toEqual(n))
  })

  it('formats IPv6 like the platform', () => {
    const ipv6 = address.filter((a) => a.version === 6).map(ip.formatIp)
    holds(ipv6, (text) => expect(text).toBe(new URL(`http://[${text}]`).hostname.slice(1, -1)))
  })

  it('never throws, and parses like the platform', () => {
    const odd = fc.stringMatching(/^[0-9a-f:.%/]{0,45}$/)
    holds(fc.oneof(fc.string(), odd, fc.ipV4(), fc.ipV4Extended(), fc.ipV6()), (text) => {
      const read = ip.parseIp(text)
      // what is before an @ is no part of the host
      if (text.includes('@')) expect(read).toBeUndefined()
      else if (text.includes(':')) expect(read !== undefined).toBe(URL.canParse(`http://[${text}]`))
      else expect(read === undefined || ip.formatIp(read) === text).toBe(true)
      expect(() => ip.parseNet(text)).not.toThrow()
    })
  })

  it('parses like Node and a library', () => {
    const group = fc.constantFrom('0', '00', '1', 'fF', '0000', 'abcd', '12345', '', 'g')
    const quad = fc.array(fc.constantFrom('0', '1', '00', '01', '255', '256', '1000', ''), {
      minLength: 2,
      maxLength: 5,
    })
    const dotted = quad.map((parts) => parts.join('.'))
    const groups = fc.array(fc.oneof({ weight: 8, arbitrary: group }, { weight: 1, arbitrary: dotted }), {
      maxLength: 10,
    })
    const colons = groups.map((parts) => parts.join(':'))
    const mutated = fc
      .tuple(fc.ipV6(), fc.nat(45), fc.constantFrom(':', '::', '0', '.', ''))
      .map(([text, at, extra]) => text.slice(0, at) + extra + text.slice(at + 1))
    holds(fc.oneof(dotted, colons, mutated, fc.ipV4(), fc.ipV6()), (text) => {
      const read = ip.parseIp(text)
      expect(read?.version === 4).toBe(isIPv4(text))
      expect(read?.version === 6).toBe(isIPv6(text))
      // the library reads ::1.2.3.4 as the mapped ::ffff:1.2.3.4
      if (!read || (text.includes(':') && text.includes('.'))) return
      const bytes = ipaddr.parse(text).toByteArray()
      expect(read.value).toBe(bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n))
      if (read.version === 6) expect(ip.formatIp(read)).toBe((ipaddr.parse(text) as ipaddr.IPv6).toRFC5952String())
    })
  })

  test.each(['10.1', '010.0.0.1', '0x0a.0.0.1', '256.0.0.1', '1.2.3.4.5', '', ' 10.0.0.1', '10.0.0.1 ', '1', '1.2.3.'])(
    '%j is not an address',
    (text) => expect(ip.isIp(text)).toBe(false),
  )

  test.each([':', ':::', '1::2::3', 'fe80::1%eth0', '::ffff:010.0.0.1', '::1.2.3', '12345::', '1:2:3:4:5:6:7', 'g::'])(
    '%j is not an address either',
    (text) => expect(ip.isIp(text)).toBe(false),
  )

  test.each(['10.0.0.0', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/08', '::/129', '/8', '10.0.0.0/8/8', '10.0.0.0/-1'])(
    '%j is not a network',
    (text) => expect(ip.isIpNet(text)).toBe(false),
  )

  it('has one canonical form per address', () => {
    expect(ip.canonicalIp('FD00:0:0:0::1')).toBe('fd00::1')
    expect(ip.canonicalIp('1:0:0:2:0:0:0:3')).toBe('1:0:0:2::3')
    expect(ip.canonicalIp('0:0:0:0:0:0:0:0')).toBe('::')
    expect(ip.canonicalIp('::1.2.3.4')).toBe('::102:304')
    expect(ip.canonicalIp('192.168.0.1')).toBe('192.168.0.1')
    expect(['FD00::1', 'FD00::1/8', '10.0.0.1/8', 'else'].map(ip.canonical)).toEqual([
      'fd00::1',
      'fd00::1/8',
      '10.0.0.1/8',
      'else',
    ])
    expect(ip.formatNet(ip.networkOf(ip.netOf('10.1.2.3/8')))).toBe('10.0.0.0/8')
  })
})

describe('order', () => {
  it('is the same for keys as for addresses', () => {
    holds(fc.tuple(address, address), ([a, b]) =>
      expect(sign(ip.keyOf(a), ip.keyOf(b))).toBe(ip.compareIps(a, b) > 0 ? 1 : ip.compareIps(a, b) < 0 ? -1 : 0),
    )
  })

  it('can be restored from a key, and keys have a fixed width', () => {
    holds(address, (a) => {
      expect(ip.addressOfKey(ip.keyOf(a))).toEqual(a)
      expect(ip.ipKey(ip.formatIp(a))).toMatch(a.version === 4 ? /^4[0-9a-f]{8}$/ : /^6[0-9a-f]{32}$/)
    })
  })
})

describe('networks and ranges', () => {
  it('a network contains its own address and has the size of its width', () => {
    holds(net, (n) => {
      const range = ip.bounds(n)
      expect(ip.holds(range, { version: n.version, value: n.address })).toBe(true)
      expect(ip.sizeOf(range)).toBe(2n ** BigInt(ip.bits(n.version) - n.width))
      expect(range.first % ip.sizeOf(range)).toBe(0n)
      expect(ip.bounds(ip.networkOf(n))).toEqual(range)
    })
  })

  it('two networks are disjoint, or one contains the other', () => {
    const range = net.map(ip.bounds)
    holds(fc.tuple(range, range), ([a, b]) => expect(ip.overlap(a, b)).toBe(ip.within(a, b) || ip.within(b, a)))
  })

  it('ranges overlap exactly when an address lies in both', () => {
    const each = Array.from({ length: 41 }, (_, i): ip.Address => ({ version: 4, value: BigInt(i) }))
    holds(fc.tuple(small, small), ([a, b]) => {
      const both = each.filter((one) => ip.holds(a, one) && ip.holds(b, one))
      expect(ip.overlap(a, b)).toBe(both.length > 0)
      expect(ip.overlap(b, a)).toBe(both.length > 0)
      expect(ip.within(a, b)).toBe(both.length === Number(ip.sizeOf(a)))
    })
  })

  it('IPv4 and IPv6 never overlap', () => {
    const [all4, all6] = [ip.bounds(ip.netOf('0.0.0.0/0')), ip.bounds(ip.netOf('::/0'))]
    expect(ip.overlap(all4, all6)).toBe(false)
    expect(ip.within(all4, all6)).toBe(false)
    expect(ip.holds(all6, ip.addressOf('10.0.0.1'))).toBe(false)
    expect(ip.within(ip.only(ip.addressOf('10.0.0.1')), all4)).toBe(true)
  })
})
