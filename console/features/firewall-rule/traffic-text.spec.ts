import { expect, test } from 'vitest'
import { trafficText } from './traffic-text.ts'

test.each([
  ['TCP 80, 443', { protocols: ['TCP' as const], ports: ['80', '443'] }],
  ['TCP, UDP 53', { protocols: ['TCP' as const, 'UDP' as const], ports: ['53'] }],
  ['ICMP', { protocols: ['ICMP' as const], ports: null }],
  ['Port 22', { protocols: [], ports: ['22'] }],
  ['Ports 8000-8100', { protocols: null, ports: ['8000-8100'] }],
  ['', { protocols: null, ports: [] }],
])('%s', (text, filters) => {
  expect(trafficText({ hosts: null, ...filters })).toBe(text)
})
