// A fence by Ceph with a blocklist in memory: what it blocks, what it refuses to block, and when it renews.
import { beforeEach, expect, test } from 'vitest'
import { DriverError } from '../driver-error.ts'
import { testingClock } from '../testing-clock.ts'
import { CEPH_AGENT, makeCephFence } from './fence.ts'

const DAY = 86_400_000
const call = (...ips: string[]) => ({ sled_id: 'lost', agent: CEPH_AGENT, options: ips.map((ip) => `ip=${ip}`) })

const inTime = new AbortController().signal

let clock: ReturnType<typeof testingClock>
let list: Map<string, number>
let addresses: Record<string, string[] | undefined>
let towards: string
let isDeaf: boolean
beforeEach(() => {
  clock = testingClock()
  list = new Map()
  addresses = { lost: undefined, other: ['127.0.0.1', '10.0.0.2'] }
  towards = '10.0.0.1'
  isDeaf = false
})

const away = () => new DriverError('host', 'does not answer')

const fence = () =>
  makeCephFence({
    clock,
    serverAddresses: async () => ['127.0.0.1', '10.0.0.9'],
    hosts: {
      sleds: () => Object.keys(addresses),
      async addresses(id) {
        const found = addresses[id]
        if (!found) throw away()
        return found
      },
      addressTowards: async () => towards,
    },
    tools: {
      async ceph<T>() {
        if (isDeaf) throw away()
        const addrs = [{ public_addrs: { addrvec: [{ addr: '10.1.0.1:6800/7' }, { addr: '[fd00::1]:6800/7' }] } }]
        const blocklist = Object.fromEntries([...list].map(([addr, until]) => [addr, new Date(until).toISOString()]))
        return { osds: addrs, mons: addrs, blocklist } as T
      },
      async tell([, , verb, at, seconds], late) {
        late?.throwIfAborted()
        if (isDeaf) throw away()
        if (verb === 'add') list.set(at!, clock.now().getTime() + Number(seconds) * 1000)
        else list.delete(at!)
      },
    },
  })

test('a host is off once all its addresses are blocked, and on again once they are let go', async () => {
  const both = call('10.0.0.1', 'fd00::5')
  expect(await fence().isOn(both)).toBe(true)
  await fence().off(both)
  expect([...list.keys()]).toEqual(['10.0.0.1:0/0', '[fd00::5]:0/0'])
  expect(await fence().isOn(both)).toBe(false)
  list.delete('[fd00::5]:0/0')
  expect(await fence().isOn(both)).toBe(true)
  await fence().release!(both, inTime)
  await fence().release!(both, inTime)
  expect(list.size).toBe(0)
})

test('a release that is late lets nothing go', async () => {
  await fence().off(call('10.0.0.1'))
  await expect(fence().release!(call('10.0.0.1'), AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
  expect(list.size).toBe(1)
})

test('what is blocked is renewed while the host is away, also if somebody has let it go', async () => {
  const lost = call('10.0.0.1')
  await fence().off(lost)
  const until = list.get('10.0.0.1:0/0')!
  await fence().hold!(lost)
  expect(list.get('10.0.0.1:0/0')).toBe(until)
  await clock.advance(2 * DAY)
  await fence().hold!(lost)
  expect(list.get('10.0.0.1:0/0')).toBe(until + 2 * DAY)
  list.clear()
  await fence().hold!(lost)
  expect(await fence().isOn(lost)).toBe(false)
  // an entry that has run out blocks nothing
  await clock.advance(8 * DAY)
  expect(await fence().isOn(lost)).toBe(true)
})

test.each([
  ['127.0.0.1', 'a server of this installation'],
  ['10.0.0.9', 'a server of this installation'],
  ['10.0.0.2', 'another host, which answers'],
])('never blocks %s', async (ip, why) => {
  await expect(fence().off(call('10.0.0.1', ip))).rejects.toThrow(`${ip} is an address of ${why}`)
  await expect(fence().check!(call('10.0.0.1', ip))).rejects.toThrow(`${ip} is an address of ${why}`)
  expect(list.size).toBe(0)
})

test('a test blocks an address that nobody has, and finds out which one the host uses', async () => {
  await fence().check!(call('10.0.0.1'))
  expect(list.size).toBe(0)
  towards = '10.0.0.7'
  await expect(fence().check!(call('10.0.0.1'))).rejects.toThrow('add the option ip=10.0.0.7')
})

test.each([
  [[], 'give the address'],
  [['ip=rack-1'], '"rack-1" is not an IP address'],
  [['login=root'], 'has no option login'],
])('options that say nothing are refused: %j', async (options, why) => {
  await expect(fence().check!({ ...call(), options })).rejects.toThrow(why)
})

test('a Ceph that does not answer cannot fence, which is told', async () => {
  isDeaf = true
  for (const verb of ['off', 'isOn', 'check', 'hold', 'release'] as const)
    await expect(fence()[verb]!(call('10.0.0.1'), inTime)).rejects.toMatchObject({ code: 'refused' })
})
