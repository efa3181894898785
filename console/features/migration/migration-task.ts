// Moves and drains as tasks: in the tray they go on while the user is elsewhere.
import { seed, send } from '../../api.ts'
import { paths } from '../../paths.ts'
import type { TaskState } from '../../tasks.ts'
import { watchTask } from '../../watch-task.ts'
import { percentOf } from '../../util/format.ts'
import { instanceMigration, sledDrain, type Drain, type Migration } from './migration-queries.ts'

/** Progress is not announced, so it is asked for. */
export const PROGRESS_INTERVAL_MS = 1000

const phases = { running: 'running', completed: 'done', failed: 'failed', cancelled: 'canceled' } as const

/** Undefined until the size is known. */
export const movedPercent = ({ total, remaining }: Pick<Migration, 'total' | 'remaining'>) =>
  total > 0 ? percentOf(total - remaining, total) : undefined

export const migrationState = (migration: Migration): TaskState => ({
  phase: phases[migration.state],
  percent: movedPercent(migration),
  ...(migration.isCancelled && { whyNotCancel: 'It is being canceled.' }),
  ...(migration.state === 'failed' && { problem: migration.reason ?? 'The instance could not be moved' }),
})

export function watchMigration(migration: Migration): void {
  const { instanceId: instance, instanceName: name, fromSledId: sledId } = migration
  const at = { path: { instance } }
  seed(instanceMigration(instance), migration)
  watchTask(instanceMigration(instance), {
    title: `Migrate instance ${name}`,
    to: paths.sledInstances({ sledId }),
    interval: PROGRESS_INTERVAL_MS,
    stateOf: migrationState,
    cancel: () => send('instance_migration_cancel', at),
    retry: () => send('instance_migrate', { ...at, body: { sledId: null } }, watchMigration),
  })
}

const isOpen = ({ state }: Drain['instances'][number]) => state === 'waiting' || state === 'moving'

export function drainText({ instances }: Drain): string {
  const count = (state: string) => instances.filter((one) => one.state === state).length
  const [left, moved] = [count('left'), count('moved')]
  const parts = [`${moved} of ${instances.length} moved`, left > 0 && `${left} could not move`]
  return parts.filter(Boolean).join(', ')
}

/** An instance on its way counts in part. */
export function drainedPercent({ instances }: Drain): number {
  if (instances.length === 0) return 100
  const parts = instances.map((one) => (isOpen(one) ? (movedPercent(one) ?? 0) / 100 : 1))
  return percentOf(
    parts.reduce((sum, part) => sum + part, 0),
    instances.length,
  )
}

const drainPhases = { running: 'running', completed: 'done', stopped: 'canceled' } as const

export function watchDrain(drain: Drain): void {
  const { sledId, serial } = drain
  const at = { path: { sledId } }
  seed(sledDrain(sledId), drain)
  watchTask(sledDrain(sledId), {
    title: `Drain sled ${serial}`,
    to: paths.sledInstances({ sledId }),
    interval: PROGRESS_INTERVAL_MS,
    stateOf: (now) => ({ phase: drainPhases[now.state], note: drainText(now), percent: drainedPercent(now) }),
    cancel: () => send('sled_drain_stop', at),
    retry: () => send('sled_drain_start', at, watchDrain),
  })
}
