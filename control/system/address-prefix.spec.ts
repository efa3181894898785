import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatIp, ipKey } from '#contract/ip.ts'
import { ipPrefixRanges, macPrefixRange } from './address-prefix.ts'

const begins = (prefix: string, address: string) =>
  ipPrefixRanges(prefix).some(([from, to]) => from <= ipKey(address) && ipKey(address) <= to)

test('an IPv4 address begins with each of its prefixes, and only with them', () => {
  const address = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => parts.join('.'))
  fc.assert(
    fc.property(address, address, fc.nat(15), (one, other, cut) => {
      const prefix = one.slice(0, Math.max(one.indexOf('.') + 1, cut))
      expect(begins(prefix, one)).toBe(true)
      expect(begins(prefix, other)).toBe(other.startsWith(prefix))
    }),
  )
})

test('an IPv6 address without a gap begins with each of its prefixes', () => {
  const address = fc
    .array(fc.integer({ min: 1, max: 0xff_ff }), { minLength: 8, maxLength: 8 })
    .map((parts) => parts.map((part) => part.toString(16)).join(':'))
  fc.assert(
    fc.property(address, address, fc.nat(38), (one, other, cut) => {
      const prefix = one.slice(0, Math.max(one.indexOf(':') + 1, cut))
      expect(begins(prefix, one)).toBe(true)
      expect(begins(prefix, other)).toBe(other.startsWith(prefix))
    }),
  )
  expect(begins('fd00:', formatIp({ version: 6, value: 0xfd00n << 112n }))).toBe(true)
})

test('names, numbers and impossible addresses are no prefixes', () => {
  for (const text of ['10', 'web', '300.1', '1.2.3.4.5', '1..2', 'cafe', ':1']) expect(ipPrefixRanges(text)).toEqual([])
})

test('a MAC address with colons, dashes or nothing between', () => {
  for (const text of ['a8:40:25:f0:00:1c', 'a8-40-25-f0-00-1c', 'a84025f0001c'])
    expect(macPrefixRange(text)).toEqual(['A8:40:25:F0:00:1C', 'A8:40:25:F0:00:1C'])
  for (const text of ['a8:40:25:f', 'a84025f'])
    expect(macPrefixRange(text)).toEqual(['A8:40:25:F0:00:00', 'A8:40:25:FF:FF:FF'])
  for (const text of ['a8402', 'a8:40', 'a84025f0001c0', 'a84025-']) expect(macPrefixRange(text)).toBeUndefined()
})
