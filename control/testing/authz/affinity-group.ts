// Authorization test cases for affinity groups of both kinds.
import type { affinityGroup as operations } from '#contract/affinity-group.ts'
import type { antiAffinityGroup as antiOperations } from '#contract/anti-affinity-group.ts'
import type { OperationId } from '#contract/operations.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { atInstance, makeInstance } from './instance.ts'

interface Pair {
  group: Named
  instance: Named
}

const body = (w: Prepared) => ({ name: w.fresh('group'), description: '', policy: 'allow', failure_domain: 'sled' })
const inWeb = (w: Prepared) => ({
  query: { project: w.project.name },
  hidden: `project with name "${w.project.name}"`,
})

/** The two kinds differ only in name. */
function casesOf<Operation extends OperationId>(kind: 'affinity' | 'anti_affinity'): Cases<Operation> {
  const noun = `${kind}_group`
  const root = `/v1/${noun.replaceAll('_', '-')}s`
  const make = (w: Prepared): Promise<Named> => must(w.owner, 'POST', `${root}?project=${w.project.name}`, body(w))
  const apart = async (w: Prepared): Promise<Pair> => ({ group: await make(w), instance: await makeInstance(w) })
  async function joined(w: Prepared): Promise<Pair> {
    const pair = await apart(w)
    await must(w.owner, 'POST', `${root}/${pair.group.id}/members/instance/${pair.instance.id}`)
    return pair
  }
  const at = (_: Prepared, group: Named) => ({
    path: { [noun]: group.id },
    hidden: `${noun.replaceAll('_', '-')} with id "${group.id}"`,
  })
  const atMember = (w: Prepared, { group, instance }: Pair) => ({
    ...at(w, group),
    path: { [noun]: group.id, instance: instance.id },
  })
  return {
    [`${noun}_list`]: row({ rule: inProject('viewer'), call: inWeb }),
    [`${noun}_create`]: row({ rule: inProject('collaborator'), call: (w) => ({ ...inWeb(w), body: body(w) }) }),
    [`${noun}_view`]: row({ rule: inProject('viewer'), make, call: at }),
    [`${noun}_update`]: row({
      rule: inProject('collaborator'),
      make,
      call: (w, made) => ({ ...at(w, made), body: { description: w.fresh() } }),
    }),
    [`${noun}_delete`]: row({ rule: inProject('collaborator'), make, call: at }),
    [`${noun}_member_list`]: row({ rule: inProject('viewer'), make, call: at }),
    [`${noun}_member_instance_view`]: row({ rule: inProject('viewer'), make: joined, call: atMember }),
    [`${noun}_member_instance_add`]: row({ rule: inProject('collaborator'), make: apart, call: atMember }),
    [`${noun}_member_instance_delete`]: row({ rule: inProject('collaborator'), make: joined, call: atMember }),
    [`instance_${noun}_list`]: row({
      rule: inProject('viewer'),
      make: makeInstance,
      call: (_, made) => atInstance(made),
    }),
  } as Cases<Operation>
}

export const affinityGroup = casesOf<keyof typeof operations>('affinity')
export const antiAffinityGroup = casesOf<keyof typeof antiOperations>('anti_affinity')
