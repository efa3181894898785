// Anti-affinity groups: instances that should run on different sleds.
import { z } from 'zod'
import { AffinityPolicy, FailureDomain } from './affinity-group.ts'
import { byNameOrId, inProject, list, type Operations } from './define.ts'
import { InstanceState } from './instance.ts'
import { Name, NameOrId, TypedUuidForInstanceKind, identity, naming, renaming, uuid } from './values.ts'

export const AntiAffinityGroup = z.object({
  ...identity,
  failure_domain: FailureDomain,
  policy: AffinityPolicy,
  project_id: uuid,
})

export const AntiAffinityGroupCreate = z.object({ ...naming, failure_domain: FailureDomain, policy: AffinityPolicy })
export const AntiAffinityGroupMember = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('instance'),
    value: z.object({ id: TypedUuidForInstanceKind, name: Name, run_state: InstanceState }),
  }),
])

export const AntiAffinityGroupUpdate = z.object(renaming)

const at = { path: { anti_affinity_group: NameOrId }, query: inProject }
const atMember = { path: { anti_affinity_group: NameOrId, instance: NameOrId }, query: inProject }

export const antiAffinityGroup = {
  anti_affinity_group_list: list(AntiAffinityGroup, byNameOrId, { first: { project: NameOrId } }),
  anti_affinity_group_create: {
    query: { project: NameOrId },
    body: AntiAffinityGroupCreate,
    status: 201,
    answer: AntiAffinityGroup,
  },
  anti_affinity_group_view: { ...at, status: 200, answer: AntiAffinityGroup },
  anti_affinity_group_update: {
    ...at,
    body: AntiAffinityGroupUpdate,
    status: 200,
    answer: AntiAffinityGroup,
  },
  anti_affinity_group_delete: { ...at, status: 204 },
  anti_affinity_group_member_list: list(AntiAffinityGroupMember, byNameOrId, at),
  anti_affinity_group_member_instance_view: { ...atMember, status: 200, answer: AntiAffinityGroupMember },
  anti_affinity_group_member_instance_add: { ...atMember, status: 201, answer: AntiAffinityGroupMember },
  anti_affinity_group_member_instance_delete: { ...atMember, status: 204 },
  instance_anti_affinity_group_list: list(AntiAffinityGroup, byNameOrId, {
    path: { instance: NameOrId },
    query: inProject,
  }),
} satisfies Operations<'anti_affinity_group'>
