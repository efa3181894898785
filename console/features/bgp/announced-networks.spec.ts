// Finding the lot of each announced network.
import { expect, test } from 'vitest'
import { announcementsOf, lotOf, networksProblem } from './announced-networks.ts'

const block = (lot: string, firstAddress: string, lastAddress: string) => ({ id: lot, lot, firstAddress, lastAddress })
const blocks = [
  block('public', '198.51.100.0', '198.51.100.127'),
  block('spare', '198.51.100.128', '198.51.100.255'),
  block('six', 'fd00::', 'fd00::ffff'),
]

test('the lot is the one that holds the whole network', () => {
  expect(lotOf('198.51.100.0/25', blocks)).toBe('public')
  expect(lotOf('198.51.100.200/32', blocks)).toBe('spare')
  expect(lotOf('fd00::/120', blocks)).toBe('six')
  // in two blocks, in none, and the number of an IPv6 address read as IPv4
  expect(lotOf('198.51.100.0/24', blocks)).toBeUndefined()
  expect(lotOf('203.0.113.0/24', blocks)).toBeUndefined()
  expect(lotOf('::c633:6400/121', blocks)).toBeUndefined()
})

test('lines become announcements, or say what is wrong', () => {
  const text = '198.51.100.0/25\n\nfd00::/120\n'
  expect(networksProblem(text, blocks)).toBeUndefined()
  expect(announcementsOf(text, blocks)).toEqual([
    { network: '198.51.100.0/25', addressLotBlock: 'public' },
    { network: 'fd00::/120', addressLotBlock: 'six' },
  ])
  expect(networksProblem('198.51.100.0', blocks)).toContain('198.51.100.0: Must contain')
  expect(networksProblem('10.0.0.0/8', blocks)).toBe(
    '10.0.0.0/8: No address lot has a block that contains this network',
  )
  expect(networksProblem('fd00::/120\nfd00::/120', blocks)).toBe('Items must be unique')
  expect(announcementsOf('10.0.0.0/8', blocks)).toEqual([])
})
