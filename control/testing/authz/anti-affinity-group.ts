// How the operations on anti-affinity groups are called by the authorization table's test.
import type { antiAffinityGroup as operations } from '#contract/anti-affinity-group.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { atInstance, makeInstance } from './instance.ts'

const body = (w: Prepared) => ({ name: w.fresh('group'), description: '', policy: 'allow', failure_domain: 'sled' })
const make = (w: Prepared): Promise<Named> =>
  must(w.owner, 'POST', `/v1/anti-affinity-groups?project=${w.project.name}`, body(w))

interface Pair {
  group: Named
  instance: Named
}

const apart = async (w: Prepared): Promise<Pair> => ({ group: await make(w), instance: await makeInstance(w) })

async function joined(w: Prepared): Promise<Pair> {
  const pair = await apart(w)
  await must(w.owner, 'POST', `/v1/anti-affinity-groups/${pair.group.id}/members/instance/${pair.instance.id}`)
  return pair
}

const at = (_: Prepared, group: Named) => ({
  path: { anti_affinity_group: group.id },
  hidden: `anti-affinity-group with id "${group.id}"`,
})
const atMember = (w: Prepared, { group, instance }: Pair) => ({
  ...at(w, group),
  path: { anti_affinity_group: group.id, instance: instance.id },
})
const inWeb = (w: Prepared) => ({
  query: { project: w.project.name },
  hidden: `project with name "${w.project.name}"`,
})

export const antiAffinityGroup: Cases<keyof typeof operations> = {
  anti_affinity_group_list: row({ rule: inProject('viewer'), call: inWeb }),
  anti_affinity_group_create: row({ rule: inProject('collaborator'), call: (w) => ({ ...inWeb(w), body: body(w) }) }),
  anti_affinity_group_view: row({ rule: inProject('viewer'), make, call: at }),
  anti_affinity_group_update: row({
    rule: inProject('collaborator'),
    make,
    call: (w, made) => ({ ...at(w, made), body: { description: w.fresh() } }),
  }),
  anti_affinity_group_delete: row({ rule: inProject('collaborator'), make, call: at }),
  anti_affinity_group_member_list: row({ rule: inProject('viewer'), make, call: at }),
  anti_affinity_group_member_instance_view: row({ rule: inProject('viewer'), make: joined, call: atMember }),
  anti_affinity_group_member_instance_add: row({ rule: inProject('collaborator'), make: apart, call: atMember }),
  anti_affinity_group_member_instance_delete: row({ rule: inProject('collaborator'), make: joined, call: atMember }),
  instance_anti_affinity_group_list: row({
    rule: inProject('viewer'),
    make: makeInstance,
    call: (_, made) => atInstance(made),
  }),
}
