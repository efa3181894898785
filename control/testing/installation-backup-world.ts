// A world with a backup target for backups of the installation. The loops do not run: a test decides when which server works.
import { makeMemoryBackups } from '#drivers/simulated/backup-engine.ts'
import type { Database } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { installationBackupLoop } from '../reconcile/installation-backup.ts'
import type { FakeBackups } from './installation-backups.ts'
import { sha256 } from './storage.ts'
import { talk, type Talk } from './talk.ts'
import { makeWorld, type World } from './world.ts'

export const BACKUPS = '/rackwright/installation-backups'
export const SCHEDULE = '/rackwright/installation-backup-schedule'
export const DAY = 24 * 3_600_000
export const KEEP = { hourly: 0, daily: 7, weekly: 0, monthly: 0 }
const DAILY = { kind: 'daily', time: '02:30', zone: 'Europe/Zurich' }

export async function makeBackupWorld(db: Database) {
  const world = await makeWorld(db, { backupEngine: makeMemoryBackups(sha256) })
  const w: World & Talk = { ...world, ...talk(world.admin) }
  const fake = world.host.installationBackups as FakeBackups
  const place = { kind: 'directory', folder: 'tapes' }
  const { id: target } = await w.post('/rackwright/system/backup-targets', { name: 'tapes', description: '', place })
  /** As rows: people are logged out as time passes. */
  const rows = () =>
    db.read.selectFrom('installation_backup').selectAll().orderBy('time_created').orderBy('state').execute()
  return {
    w,
    fake,
    schedule: (more: Record<string, unknown> = {}) =>
      w.admin.raw('PUT', SCHEDULE, {
        backup_target_id: target,
        is_enabled: true,
        schedule: DAILY,
        keep: KEEP,
        ...more,
      }),
    run: (body: Record<string, unknown> = {}) => w.admin.raw('POST', BACKUPS, body),
    rows,
    states: async () => (await rows()).map(({ state }) => state),
    async again() {
      const admin = await w.login('recovery', 'admin')
      Object.assign(w, talk(admin), { admin })
    },
    /** A server that has just started. */
    async work(host: Host = w.host, backups = fake) {
      const loop = installationBackupLoop(host, backups, () => undefined)
      for (let pass = 0; pass < 10; pass++) if ((await loop.step()) !== 500) return
    },
  }
}
