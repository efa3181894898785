// What guests say is bounded, whatever they say.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { factsFrom } from './guest.ts'

const address = (ip: string) => ({ 'ip-address': ip, 'ip-address-type': 'ipv4', prefix: 24 })

describe('facts of a guest', () => {
  test('are what a usual agent answers', () => {
    const lo = { name: 'lo', 'ip-addresses': [address('127.0.0.1')] }
    const eth0 = {
      name: 'eth0',
      'hardware-address': 'a8:40:25:f0:00:01',
      'ip-addresses': [address('172.30.0.5'), address('fe80::1')],
    }
    expect(
      factsFrom({
        host: { 'host-name': 'db1' },
        system: { 'pretty-name': 'Debian GNU/Linux 12 (bookworm)', 'kernel-release': '6.1.0' },
        interfaces: [lo, eth0],
      }),
    ).toEqual({
      hostname: 'db1',
      system: 'Debian GNU/Linux 12 (bookworm)',
      kernel: '6.1.0',
      interfaces: [
        { name: 'lo', addresses: ['127.0.0.1'] },
        { name: 'eth0', mac: 'a8:40:25:f0:00:01', addresses: ['172.30.0.5', 'fe80::1'] },
      ],
    })
  })

  test('are bounded, and on one line each', () => {
    const many = Array.from({ length: 1000 }, () => address('10.0.0.1'))
    const host = { 'host-name': `a\u202e\n\u0000${'b'.repeat(10_000)}` }
    const { hostname = '', interfaces } = factsFrom({
      host,
      system: { 'pretty-name': 7 },
      interfaces: Array.from({ length: 1000 }, (_, n) => ({ name: `e${n}`, 'ip-addresses': many })),
    })
    expect(hostname).toMatch(/^a b{100,199}$/)
    expect(interfaces).toHaveLength(16)
    expect(interfaces[0]?.addresses).toHaveLength(16)
    const odd = { name: 'x', 'hardware-address': 'javascript:', 'ip-addresses': [address('<b>'), address('10.0.0.1')] }
    expect(factsFrom({ host: null, system: [], interfaces: [odd, 5, { name: '' }] })).toEqual({
      interfaces: [{ name: 'x', addresses: ['10.0.0.1'] }],
    })
  })

  test('of anything are small', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (host, system, interfaces) => {
        expect(JSON.stringify(factsFrom({ host, system, interfaces })).length).toBeLessThan(20_000)
      }),
    )
  })
})
