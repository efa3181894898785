// Blocks that a subnet can have, as the form sees them.
import { expect, test } from 'vitest'
import { ipv4BlockProblem, ipv6BlockProblem } from './subnet-blocks.ts'
import { usableAddresses } from './subnet-size.ts'

test('six addresses of a block are reserved', () => {
  expect(usableAddresses('172.30.0.0/22')).toBe(1018)
  expect(usableAddresses('10.0.0.0/26')).toBe(58)
})

test.each([
  ['10.1.0.0/16', undefined],
  ['192.168.4.0/26', undefined],
  ['10.0.0.0', 'Must contain an IP address and a width, separated by a /'],
  ['10.0.0.0/x', 'Width must be an integer'],
  ['fd00::/48', 'Must be an IPv4 block'],
  ['10.0.0.0/27', 'Width must be between 8 and 26'],
  ['8.8.8.0/24', 'Must be in 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16'],
  ['192.168.0.0/15', 'Must be in 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16'],
  ['172.30.2.0/24', 'Overlaps with 172.30.0.0/22'],
])('IPv4 block %s: %s', (text, problem) => {
  expect(ipv4BlockProblem(text, ['172.30.0.0/22'])).toBe(problem)
})

test.each([
  ['', undefined],
  ['fd00:1:2:3::/64', undefined],
  ['fd00:1:2::/48', 'Must be a /64 in fd00:1:2::/48'],
  ['fd00:1:3::/64', 'Must be a /64 in fd00:1:2::/48'],
  ['10.0.0.0/24', 'Must be a /64 in fd00:1:2::/48'],
  ['fd00:1:2::/64', 'Overlaps with fd00:1:2::/64'],
])('IPv6 block %s: %s', (text, problem) => {
  expect(ipv6BlockProblem(text, 'fd00:1:2::/48', ['fd00:1:2::/64'])).toBe(problem)
})
