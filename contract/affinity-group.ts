// Affinity groups: instances that should run on the same sled.
import { z } from 'zod'
import { byNameOrId, inProject, list, type Operations } from './define.ts'
import { InstanceState } from './instance.ts'
import { Name, NameOrId, TypedUuidForInstanceKind, identity, naming, renaming, uuid } from './values.ts'

export const AffinityPolicy = z.enum(['allow', 'fail'])
export const FailureDomain = z.enum(['sled'])
export const AffinityGroup = z.object({
  ...identity,
  failure_domain: FailureDomain,
  policy: AffinityPolicy,
  project_id: uuid,
})

export const AffinityGroupCreate = z.object({ ...naming, failure_domain: FailureDomain, policy: AffinityPolicy })
export const AffinityGroupMember = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('instance'),
    value: z.object({ id: TypedUuidForInstanceKind, name: Name, run_state: InstanceState }),
  }),
])

export const AffinityGroupUpdate = z.object(renaming)

const at = { path: { affinity_group: NameOrId }, query: inProject }
const atMember = { path: { affinity_group: NameOrId, instance: NameOrId }, query: inProject }

export const affinityGroup = {
  affinity_group_list: list(AffinityGroup, byNameOrId, { first: { project: NameOrId } }),
  affinity_group_create: {
    query: { project: NameOrId },
    body: AffinityGroupCreate,
    status: 201,
    answer: AffinityGroup,
  },
  affinity_group_view: { ...at, status: 200, answer: AffinityGroup },
  affinity_group_update: { ...at, body: AffinityGroupUpdate, status: 200, answer: AffinityGroup },
  affinity_group_delete: { ...at, status: 204 },
  affinity_group_member_list: list(AffinityGroupMember, byNameOrId, at),
  affinity_group_member_instance_view: { ...atMember, status: 200, answer: AffinityGroupMember },
  affinity_group_member_instance_add: { ...atMember, status: 201, answer: AffinityGroupMember },
  affinity_group_member_instance_delete: { ...atMember, status: 204 },
  instance_affinity_group_list: list(AffinityGroup, byNameOrId, { path: { instance: NameOrId }, query: inProject }),
} satisfies Operations<'affinity_group'>
