// Authorization test cases for backups of the installation.
import type { installationBackup as operations } from '#contract/installation-backup.ts'
import { row, type Cases } from '../authz-row.ts'
import { onFleet } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { makeTarget } from './backup-target.ts'

const bodyOf = (target: Named) => ({
  backup_target_id: target.id,
  is_enabled: false,
  schedule: { kind: 'daily', time: '04:00', zone: 'UTC' },
  keep: { hourly: 0, daily: 7, weekly: 0, monthly: 0 },
})

async function makeSchedule(w: Prepared): Promise<Named> {
  const target = await makeTarget(w)
  await must(w.operator, 'PUT', '/rackwright/installation-backup-schedule', bodyOf(target))
  return target
}

export const installationBackup: Cases<keyof typeof operations> = {
  installation_backup_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  installation_backup_run: row({ rule: onFleet('admin'), make: makeSchedule, call: () => ({ body: {} }) }),
  installation_backup_schedule_view: row({ rule: onFleet('viewer'), call: () => ({}) }),
  installation_backup_schedule_update: row({
    rule: onFleet('admin'),
    make: makeTarget,
    call: (_, target) => ({ body: bodyOf(target) }),
  }),
  installation_backup_recovery_create: row({ rule: onFleet('admin'), make: makeSchedule, call: () => ({}) }),
}
