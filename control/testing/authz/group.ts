// Authorization test cases for groups.
import type { group as operations } from '#contract/group.ts'
import { row, type Cases } from '../authz-row.ts'
import { actors, onSilo, signedIn, standings } from '../authz-rules.ts'
import { makeUser, must, standIn, type Call, type Prepared } from '../authz-world.ts'

/** Creates a silo with a group, which needs no identity provider. */
async function grouped(w: Prepared) {
  const name = w.fresh('grouped')
  await must(w.operator, 'POST', '/v1/system/silos', {
    name,
    description: '',
    discoverable: false,
    identity_mode: 'local_only',
    quotas: { cpus: 1, memory: 1, storage: 1 },
    tls_certificates: [],
    admin_group_name: 'admins',
  })
  const { person } = await makeUser(w.world, name, 'member')
  const { items } = (await person.raw('GET', '/v1/groups')).body as { items: { id: string }[] }
  const members = actors.filter((actor) => standings[actor]?.member)
  const as: NonNullable<Call['as']> = {}
  for (const actor of members) as[actor] = await standIn(w, actor, person)
  return { id: items[0]!.id, as }
}

export const group: Cases<keyof typeof operations> = {
  group_list: row({ rule: signedIn, call: () => ({}) }),
  group_view: row({
    rule: onSilo.read,
    make: grouped,
    call: (_, { id, as }) => ({ path: { group_id: id }, hidden: `silo-group with id "${id}"`, as }),
  }),
}
