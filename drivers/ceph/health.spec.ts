// What `ceph status` says, in words that an operator can act on, and who waits for a cluster that is away.
import { expect, test } from 'vitest'
import { DriverError } from '../driver-error.ts'
import { testingClock } from '../testing-clock.ts'
import { type CephStatus, problemsOf, watchHealth } from './health.ts'
import type { CephTools } from './tools.ts'

type Checks = CephStatus['health']['checks']

const check = (message: string, severity: 'HEALTH_WARN' | 'HEALTH_ERR' = 'HEALTH_WARN', muted = false) => ({
  severity,
  summary: { message, count: 1 },
  muted,
})
const found = (checks: Checks) => problemsOf({ health: { checks } })

const healthy = async (what: string): Promise<unknown> =>
  what === 'status' ? { health: { checks: {} } } : { pools: [{ name: 'volumes', stats: { stored: 1, max_avail: 9 } }] }

test('a healthy cluster has no problems, and what is muted is none', () => {
  expect(found({})).toEqual([])
  expect(found({ OSD_DOWN: check('1 osds down', 'HEALTH_WARN', true) })).toEqual([])
})

test('each check says what it is and what to do, errors first', () => {
  expect(
    found({
      OSD_NEARFULL: check('1 nearfull osd(s)'),
      SLOW_OPS: check('12 slow ops, oldest one blocked for 33 sec, osd.0 has slow ops'),
      OSD_DOWN: check('1 osds down'),
      OSD_FULL: check('1 full osd(s)', 'HEALTH_ERR'),
    }),
  ).toEqual([
    {
      kind: 'full',
      isError: true,
      text: 'Ceph reports: 1 full osd(s). Guests that write wait until there is space, and so does what is deleted. Add OSDs, or let some be deleted by a higher `ceph osd set-full-ratio`',
    },
    { kind: 'full', isError: false, text: 'Ceph reports: 1 nearfull osd(s). Delete disks and snapshots, or add OSDs' },
    {
      kind: 'slow',
      isError: false,
      text: 'Ceph reports: 12 slow ops, oldest one blocked for 33 sec, osd.0 has slow ops. Look for a failing disk or an overloaded host with `ceph health detail`',
    },
    {
      kind: 'degraded',
      isError: false,
      text: 'Ceph reports: 1 osds down. Check the hosts and disks of the OSDs that are down',
    },
  ])
})

test('a pool that is full is an error, though Ceph only warns', () => {
  expect(found({ POOL_FULL: check('1 pool(s) full') })).toMatchObject([{ kind: 'full', isError: true }])
})

test('a check that nobody here knows is told in the words of Ceph', () => {
  expect(found({ NEW_CHECK: check('something new') })).toEqual([
    {
      kind: 'degraded',
      isError: false,
      text: 'Ceph reports: something new. See `ceph health detail`, or mute it in Ceph if you can live with it',
    },
  ])
})

test('one look answers all who ask at once, and nobody waits for a cluster that is known to be away', async () => {
  const clock = testingClock()
  const asked: string[] = []
  let answer = healthy
  const ceph = (what: string) => {
    asked.push(what)
    return answer(what)
  }
  const pool = { pool: 'volumes', conf: '', user: '' }
  const health = watchHealth({ pool, ceph } as unknown as CephTools, clock)
  expect(await Promise.all([health.problems(), health.space(), health.space()])).toEqual([
    [],
    { free: 9, total: 10 },
    { free: 9, total: 10 },
  ])
  expect(asked).toEqual(['status', 'df'])

  await clock.advance(5_000)
  answer = async () => {
    throw new DriverError('host', 'Ceph does not answer')
  }
  const text =
    'Ceph does not answer. Guests wait, and nothing is lost. Check the monitors, and the network between them and this server'
  const down = [{ kind: 'down', isError: true, text }]
  expect(await health.problems()).toEqual(down)
  await expect(health.space()).rejects.toMatchObject({ code: 'host' })

  await clock.advance(5_000)
  let back: ((answer: unknown) => void) | undefined
  answer = () => new Promise((resolve) => (back = resolve))
  expect(await health.problems()).toEqual(down)
  answer = async () => ({ pools: [{ name: 'volumes', stats: { stored: 2, max_avail: 8 } }] })
  back!({ health: { checks: {} } })
  await expect.poll(() => health.problems()).toEqual([])
  expect(await health.space()).toEqual({ free: 8, total: 10 })
})
