// Which questions are valid, and how they are sent.
import { expect, test } from 'vitest'
import { INTERNET, reachability, whyNotAsk, type Question } from './reachability-queries.ts'

const question: Question = { source: INTERNET, destination: 'web-1', protocol: 'TCP', port: 443 }

test.each<[Partial<Question>, string | undefined]>([
  [{}, undefined],
  [{ source: '198.51.100.7' }, undefined],
  [{ source: '' }, 'Select a source and a destination'],
  [{ source: 'web-1' }, 'Select two different instances'],
  [{ destination: INTERNET }, 'One end must be an instance'],
  [{ destination: '198.51.100.7' }, 'One end must be an instance'],
  [{ source: '300.1.1.1' }, '300.1.1.1: Not a valid IP address'],
  [{ destination: '10.0.0' }, '10.0.0: Not a valid IP address'],
  [{ source: 'Web 1' }, 'Web 1: Not the name of an instance'],
  [{ source: '2001:db8::1' }, undefined],
  [{ port: Number.NaN }, 'Enter a port from 1 to 65535'],
  [{ port: 0 }, 'Enter a port from 1 to 65535'],
  [{ port: Number.NaN, protocol: 'ICMP' }, undefined],
])('%o: %s', (changes, reason) => {
  expect(whyNotAsk({ ...question, ...changes })).toBe(reason)
})

test('an end is an instance, an address or left out', () => {
  expect(reachability('shop', { ...question, source: 'db-1', destination: '198.51.100.7' }).key[1]).toEqual({
    query: { project: 'shop', sourceInstance: 'db-1', destinationIp: '198.51.100.7', protocol: 'TCP', port: 443 },
  })
  expect(reachability('shop', { ...question, protocol: 'ICMP' }).key[1]).toEqual({
    query: { project: 'shop', destinationInstance: 'web-1', protocol: 'ICMP' },
  })
})
