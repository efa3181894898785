// Authorization test cases for quotas.
import type { quota as operations } from '#contract/quota.ts'
import { row, type Cases } from '../authz-row.ts'
import { onFleet, onSilo } from '../authz-rules.ts'
import { atSilo } from './silo.ts'

let cpus = 2000

export const quota: Cases<keyof typeof operations> = {
  system_quotas_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  silo_quotas_view: row({ rule: onSilo.read, call: (w) => atSilo(w.silo) }),
  silo_quotas_update: row({ rule: onSilo.modify, call: (w) => ({ ...atSilo(w.silo), body: { cpus: ++cpus } }) }),
}
