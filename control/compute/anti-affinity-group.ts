// Anti-affinity groups: instances that should run on different sleds.
import type { antiAffinityGroup as operations } from '#contract/anti-affinity-group.ts'
import type { Handlers } from '../frame/context.ts'
import { makeGroups } from './placement-group.ts'

export const antiAffinityGroups = makeGroups({
  table: 'anti_affinity_group',
  label: 'anti-affinity-group',
  words: 'anti-affinity group',
})

export const antiAffinityGroup = {
  anti_affinity_group_list: (ctx, { query }) => antiAffinityGroups.list(ctx, query),
  anti_affinity_group_create: (ctx, { query, body }) => antiAffinityGroups.create(ctx, query, body),
  anti_affinity_group_view: (ctx, { path, query }) => antiAffinityGroups.find(ctx, { ...path, ...query }, 'read'),
  anti_affinity_group_update: (ctx, { path, query, body }) =>
    antiAffinityGroups.update(ctx, { ...path, ...query }, body),
  anti_affinity_group_delete: (ctx, { path, query }) => antiAffinityGroups.remove(ctx, { ...path, ...query }),
  anti_affinity_group_member_list: (ctx, { path, query }) =>
    antiAffinityGroups.listMembers(ctx, { ...path, project: query.project }, query),
  anti_affinity_group_member_instance_view: (ctx, { path, query }) => antiAffinityGroups.viewMember(ctx, path, query),
  anti_affinity_group_member_instance_add: (ctx, { path, query }) => antiAffinityGroups.add(ctx, path, query),
  anti_affinity_group_member_instance_delete: (ctx, { path, query }) =>
    antiAffinityGroups.removeMember(ctx, path, query),
  instance_anti_affinity_group_list: (ctx, { path, query }) => antiAffinityGroups.listOfInstance(ctx, path, query),
} satisfies Handlers<keyof typeof operations>
