import { expect, test } from 'vitest'
import { admits, entryProblem, hostNetwork } from './allow-list-rules.ts'

test('entries that the API would refuse are explained', () => {
  expect(entryProblem('10.0.0.0/0')).toMatch('every address')
  expect(entryProblem('::/0')).toMatch('every address')
  expect(entryProblem('0.0.0.0/8')).toMatch('unspecified')
  expect(entryProblem('::/128')).toMatch('unspecified')
  expect(entryProblem('10.0.0.0/8')).toBeUndefined()
  expect(entryProblem('fd00::/8')).toBeUndefined()
})

test('an address is admitted if a network of its own version holds it', () => {
  const networks = ['192.0.2.0/24', 'fd00::/64']
  expect(admits(networks, '192.0.2.255')).toBe(true)
  expect(admits(networks, '192.0.3.0')).toBe(false)
  expect(admits(networks, 'fd00::1')).toBe(true)
  expect(admits(networks, 'fd00:0:0:1::')).toBe(false)
  expect(admits([], '192.0.2.1')).toBe(false)
  expect(admits(networks, 'nowhere')).toBe(false)
})

test.each(['192.0.2.7', 'fd00::7'])('the network of %s admits it alone', (ip) => {
  expect(admits([hostNetwork(ip)], ip)).toBe(true)
  expect(admits([hostNetwork(ip)], ip.replace('7', '8'))).toBe(false)
})
