// What people did between the first day and the last, for the audit log and the charts: routine work, mistakes and refusals.
import { GIB } from '#contract/limits.ts'
import { type Demo, type Task, task } from './task.ts'
import { LOCAL, OPERATORS, SSO } from './silo.ts'

/** A machine stops within two seconds, and starts within three. */
const MOMENT_MS = 3500

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Differs from day to day, and is the same in every build. */
const vary = (day: number, salt: number, count: number) => (Math.imul(day + 1, 2_654_435_761) >>> (salt % 24)) % count

const rebooted = [
  { project: 'storefront', instance: 'web-2', user: 'hedy' },
  { project: 'storefront', instance: 'cart-1', user: 'hedy' },
  { project: 'storefront', instance: 'checkout', user: 'radia' },
  { project: 'analytics', instance: 'warehouse', user: 'admin' },
  { project: 'build-farm', instance: 'builder-5', user: 'hedy' },
  { project: 'billing', instance: 'invoicer', user: 'joan' },
]

const reboot = (day: number) => async (demo: Demo) => {
  const { project, instance, user } = rebooted[vary(day, 3, rebooted.length)]!
  await (
    await demo.as(OPERATORS, user)
  )('instance_reboot', { path: { instance }, query: { project } })
  await demo.pass(MOMENT_MS)
}

/** Settlement runs at night and is off during the day. */
const settlement = (operation: 'instance_start' | 'instance_stop') => async (demo: Demo) => {
  const joan = await demo.as(OPERATORS, 'joan')
  await joan(operation, { path: { instance: 'settlement' }, query: { project: 'billing' } })
  await demo.pass(MOMENT_MS)
}

const KEPT_SNAPSHOTS = 3

const snapshot = (day: number) => async (demo: Demo) => {
  const joan = await demo.as(OPERATORS, 'joan')
  const query = { project: 'billing' }
  const body = { name: `nightly-${day}`, description: 'Before the settlement', disk: 'ledger' }
  await joan('snapshot_create', { query, body })
  await demo.pass(MOMENT_MS)
  const old = `nightly-${day + KEPT_SNAPSHOTS}`
  if (day + KEPT_SNAPSHOTS <= 12) await joan('snapshot_delete', { path: { snapshot: old }, query })
}

const refusals: ((demo: Demo) => Promise<unknown>)[] = [
  (demo) => demo.signIn(OPERATORS, 'edith', 'wrong password'),
  (demo) => demo.signIn(OPERATORS, 'admin', 'admin'),
  async (demo) =>
    (await demo.try(OPERATORS, 'edith'))('instance_stop', {
      path: { instance: 'web-1' },
      query: { project: 'storefront' },
    }),
  async (demo) =>
    (await demo.try(OPERATORS, 'radia'))('instance_delete', {
      path: { instance: 'ledger' },
      query: { project: 'billing' },
    }),
  async (demo) => (await demo.try(LOCAL, 'alan'))('project_create', { body: { name: 'alans-own', description: '' } }),
  async (demo) => (await demo.try(LOCAL, 'katherine'))('project_delete', { path: { project: 'tiles' } }),
  async (demo) => (await demo.try(SSO, 'tomas@aurora.example'))('project_delete', { path: { project: 'imaging' } }),
  async (demo) => (await demo.try(OPERATORS, 'dorothy'))('silo_delete', { path: { silo: LOCAL } }),
]

const visitors = [
  [OPERATORS, 'edith'],
  [OPERATORS, 'dorothy'],
  [OPERATORS, 'margaret'],
  [LOCAL, 'katherine'],
  [LOCAL, 'grace'],
  [SSO, 'tomas@aurora.example'],
  [SSO, 'mei@aurora.example'],
] as const

/** A disk for an afternoon. */
const scratch = (day: number) => async (demo: Demo) => {
  const hedy = await demo.as(OPERATORS, 'hedy')
  const query = { project: 'staging' }
  const body = {
    name: `scratch-${day}`,
    description: '',
    size: (4 + vary(day, 9, 60)) * GIB,
    diskSource: { type: 'blank' as const, blockSize: 4096 as const },
  }
  await hedy('disk_create', { query, body })
  await demo.pass(MOMENT_MS)
}

const dropScratch = (day: number) => async (demo: Demo) =>
  (await demo.as(OPERATORS, 'hedy'))('disk_delete', { path: { disk: `scratch-${day}` }, query: { project: 'staging' } })

/** An afternoon of load, which the charts of the silo show. */
const loadTest = (operation: 'instance_start' | 'instance_stop') => async (demo: Demo) => {
  const hedy = await demo.as(OPERATORS, 'hedy')
  for (const instance of ['load-test-1', 'load-test-2'])
    await hedy(operation, { path: { instance }, query: { project: 'staging' } })
  await demo.pass(MOMENT_MS)
}

async function drainSled({ admin }: Demo): Promise<void> {
  const { items } = await admin('sled_list', { query: { limit: 100 } })
  const sled = items.find(({ baseboard }) => baseboard.serial.endsWith('0021'))!
  const body = { state: 'non_provisionable' as const }
  await admin('sled_set_provision_policy', { path: { sledId: sled.id }, body })
}

const raiseQuota = ({ admin }: Demo) =>
  admin('silo_quotas_update', { path: { silo: LOCAL }, body: { cpus: 64, memory: 256 * GIB, storage: 2048 * GIB } })

function dayOf(day: number): Task[] {
  const jitter = (salt: number) => vary(day, salt, 40)
  const isWeekend = day % 7 === 1 || day % 7 === 2
  const [silo, user] = visitors[vary(day, 5, visitors.length)]!
  const routine = [
    task(day, clock(8 * 60 + 5 + jitter(1)), ({ as }) => as(silo, user)),
    task(day, clock(9 * 60 + 2 + jitter(2)), reboot(day)),
    task(day, clock(16 * 60 + 30 + jitter(4)), refusals[vary(day, 7, refusals.length)]!),
    task(day, clock(17 * 60 + 20), scratch(day)),
    task(day, clock(18 * 60 + 45), dropScratch(day)),
  ]
  const night = [
    task(day, '00:50', snapshot(day)),
    task(day, '01:00', settlement('instance_start')),
    task(day, '01:55', settlement('instance_stop')),
  ]
  return [...(isWeekend ? [] : routine), ...(day <= 12 ? night : [])]
}

export const activity = (): Task[] => [
  ...Array.from({ length: 24 }, (_, n) => dayOf(24 - n)).flat(),
  ...[17, 10, 3].flatMap((day) => [
    task(day, '13:05', loadTest('instance_start')),
    task(day, '16:15', loadTest('instance_stop')),
  ]),
  task(20, '09:10', raiseQuota),
  task(11, '11:35', drainSled),
]
