// Blocks of addresses as people type them.
import { expect, test } from 'vitest'
import { blockOf, blocksOf, blocksProblem } from './lot-blocks.ts'

test.each([
  ['10.0.0.1-10.0.0.9', '10.0.0.1', '10.0.0.9'],
  ['10.0.0.1 - 10.0.0.9', '10.0.0.1', '10.0.0.9'],
  ['10.0.0.7', '10.0.0.7', '10.0.0.7'],
  ['10.0.0.0/24', '10.0.0.0', '10.0.0.255'],
  ['10.0.0.77/24', '10.0.0.0', '10.0.0.255'],
  ['fd00::/120', 'fd00::', 'fd00::ff'],
  ['fd00::1-fd00::9', 'fd00::1', 'fd00::9'],
])('%s is a block', (line, firstAddress, lastAddress) => {
  expect(blockOf(line)).toEqual({ firstAddress, lastAddress })
})

test.each([
  ['nowhere', 'Not a valid IP address'],
  ['10.0.0.1-', 'Not a valid IP address'],
  ['10.0.0.1-10.0.0.2-10.0.0.3', 'Not a valid IP address'],
  ['10.0.0.0/33', 'Width must be at most 32 for IPv4'],
  ['10.0.0.1-fd00::1', 'Both addresses must be IPv4, or both IPv6'],
  ['10.0.0.9-10.0.0.1', 'The last address must not be below the first'],
])('%s is none', (line, problem) => {
  expect(blockOf(line)).toBe(problem)
})

test('blank lines do not count, and the first wrong line is named', () => {
  const text = '\n10.0.0.1-10.0.0.9\n\n  nowhere \n'
  expect(blocksOf(text)).toEqual([{ firstAddress: '10.0.0.1', lastAddress: '10.0.0.9' }])
  expect(blocksProblem(text)).toBe('nowhere: Not a valid IP address')
  expect(blocksProblem('10.0.0.1')).toBeUndefined()
})
