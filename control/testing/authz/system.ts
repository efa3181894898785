// Authorization test cases for the allow list, the target release and probes.
import type { allowList } from '#contract/allow-list.ts'
import type { probe } from '#contract/probe.ts'
import type { targetRelease } from '#contract/target-release.ts'
import { row, type Cases } from '../authz-row.ts'
import { onFleet, special, type Rank } from '../authz-rules.ts'
import { must, standIn, type Call, type Named, type Prepared } from '../authz-world.ts'
import { naming } from './vpc.ts'

const POOL = 'for-probes'
const PROJECT = 'probed'

/**
 * Probes need a fleet role and a project role, so their project is in the silo of the fleet actors. The operator of that silo owns the
 * tokens that have both roles.
 */
async function withProject(w: Prepared) {
  const { status } = await w.operator.raw('GET', `/v1/projects/${PROJECT}`)
  if (status === 404) await makeProject(w)
  const sled = await w.world.host.db.read.selectFrom('sled').select('id').executeTakeFirstOrThrow()
  const as: NonNullable<Call['as']> = {}
  for (const actor of ['read-only token', 'viewer token'] as const) as[actor] = await standIn(w, actor, w.operator)
  return { sled: sled.id, as }
}

async function makeProject(w: Prepared): Promise<void> {
  await must(w.operator, 'POST', '/v1/projects', { name: PROJECT, description: '' })
  const actors = ['fleet viewer', 'fleet collaborator', 'fleet admin'] as const
  const role_assignments = actors.map((actor) => ({
    identity_type: 'silo_user',
    identity_id: w.ids[actor],
    role_name: 'collaborator',
  }))
  await must(w.operator, 'PUT', `/v1/projects/${PROJECT}/policy`, { role_assignments })
  await must(w.operator, 'POST', '/v1/system/ip-pools', { name: POOL, description: '' })
  const range = { first: '10.211.0.1', last: '10.211.0.250' }
  await must(w.operator, 'POST', `/v1/system/ip-pools/${POOL}/ranges/add`, range)
  await must(w.operator, 'POST', `/v1/system/ip-pools/${POOL}/silos`, { silo: 'recovery', is_default: false })
}

async function makeProbe(w: Prepared) {
  const { sled, as } = await withProject(w)
  const body = { ...naming(w), sled, ip_pool: POOL }
  return { ...(await must(w.operator, 'POST', `/experimental/v1/probes?project=${PROJECT}`, body)), as }
}

const ranks = ['viewer', 'collaborator', 'admin']
/** Everyone here with a role on the fleet has one on the project too. probe.spec.ts has those who lack it. */
const withProjectRole = (needed: Rank) =>
  special(
    `fleet ${needed} with a project role`,
    ({ fleet }) => fleet !== undefined && ranks.indexOf(fleet) >= ranks.indexOf(needed),
  )
const inProbed = (_: Prepared, { as }: Pick<Call, 'as'>) => ({ query: { project: PROJECT }, ...(as && { as }) })
const at = (w: Prepared, made: Named & Pick<Call, 'as'>) => ({ ...inProbed(w, made), path: { probe: made.id } })

export const system: Cases<keyof typeof allowList | keyof typeof targetRelease | keyof typeof probe> = {
  networking_allow_list_view: row({ rule: onFleet('viewer'), call: () => ({}) }),
  networking_allow_list_update: row({
    rule: onFleet('admin'),
    call: () => ({ body: { allowed_ips: { allow: 'list', ips: ['127.0.0.0/8'] } } }),
  }),
  target_release_view: row({ rule: onFleet('viewer'), call: () => ({}) }),
  target_release_update: row({
    rule: onFleet('admin'),
    call: (w) => ({ body: { system_version: w.world.host.version } }),
  }),
  probe_list: row({ rule: withProjectRole('viewer'), make: withProject, call: inProbed }),
  probe_view: row({ rule: withProjectRole('viewer'), make: makeProbe, call: at }),
  probe_create: row({
    rule: withProjectRole('admin'),
    make: withProject,
    call: (w, { sled, as }) => ({ ...inProbed(w, { as }), body: { ...naming(w), sled, ip_pool: POOL } }),
  }),
  probe_delete: row({ rule: withProjectRole('admin'), make: makeProbe, call: at }),
}
