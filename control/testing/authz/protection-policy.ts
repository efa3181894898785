// Authorization test cases for protection policies.
import type { protectionPolicy as operations } from '#contract/protection-policy.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { inWeb } from './disk.ts'
import { makeInstance } from './instance.ts'
import { makeSnapshot } from './snapshot.ts'

const body = (w: Prepared) => ({
  name: w.fresh('policy'),
  description: '',
  schedule: { kind: 'daily', time: '03:00', zone: 'UTC' },
  keep: { hourly: 0, daily: 7, weekly: 0, monthly: 0 },
  // nothing has this label, so that a run ends at once
  covers: { kind: 'label', label: 'nowhere' },
})
const make = (w: Prepared) => must(w.owner, 'POST', '/rackwright/protection-policies?project=web', body(w))
const at = ({ id }: Named) => ({ path: { policy: id }, hidden: `protection-policy with id "${id}"` })

/** As a run leaves it. */
async function makePoint(w: Prepared): Promise<Named> {
  const { id: policy_id, name: policy_name } = await make(w)
  const { id: project_id } = w.project
  const { silo_id } = await w.world.host.db.read
    .selectFrom('project')
    .select('silo_id')
    .where('id', '=', project_id)
    .executeTakeFirstOrThrow()
  const now = w.world.host.clock.now().toISOString()
  const point = {
    id: w.world.host.random.uuid(),
    project_id,
    silo_id,
    run_id: w.world.host.random.uuid(),
    policy_id,
    policy_name,
    resource_id: w.world.host.random.uuid(),
    noun: 'instance' as const,
    is_kept: false,
    time_taken: now,
    time_created: now,
  }
  await w.world.host.db.transaction((tx) => tx.insertInto('recovery_point').values(point).execute())
  return { id: point.id, name: policy_name }
}

export const protectionPolicy: Cases<keyof typeof operations> = {
  protection_policy_list: row({ rule: inProject('viewer'), call: inWeb }),
  protection_policy_create: row({
    rule: inProject('collaborator'),
    call: (w) => ({ ...inWeb(w), body: body(w) }),
  }),
  protection_policy_view: row({ rule: inProject('viewer'), make, call: (_, made) => at(made) }),
  protection_policy_update: row({
    rule: inProject('collaborator'),
    make,
    call: (_, made) => ({ ...at(made), body: { description: 'nightly' } }),
  }),
  protection_policy_delete: row({ rule: inProject('collaborator'), make, call: (_, made) => at(made) }),
  protection_policy_run: row({ rule: inProject('collaborator'), make, call: (_, made) => at(made) }),
  protection_run_list: row({ rule: inProject('viewer'), make, call: (_, made) => at(made) }),
  protection_overview_view: row({ rule: inProject('viewer'), call: inWeb }),
  recovery_point_list: row({
    rule: inProject('viewer'),
    make: makeInstance,
    call: (_, { id }: Named) => ({ path: { instance: id }, hidden: `instance with id "${id}"` }),
  }),
  recovery_point_update: row({
    rule: inProject('collaborator'),
    make: makePoint,
    call: (_, { id }: Named) => ({
      path: { point: id },
      body: { is_kept: true },
      hidden: `recovery-point with id "${id}"`,
    }),
  }),
  snapshot_origin_view: row({
    rule: inProject('viewer'),
    make: makeSnapshot,
    call: (_, { id }: Named) => ({ path: { snapshot: id }, hidden: `snapshot with id "${id}"` }),
  }),
}
