// Affinity groups: instances that should run on the same sled.
import type { affinityGroup as operations } from '#contract/affinity-group.ts'
import type { Handlers } from '../frame/context.ts'
import { makeGroups } from './placement-group.ts'

export const affinityGroups = makeGroups({ table: 'affinity_group', label: 'affinity-group', words: 'affinity group' })

export const affinityGroup = {
  affinity_group_list: (ctx, { query }) => affinityGroups.list(ctx, query),
  affinity_group_create: (ctx, { query, body }) => affinityGroups.create(ctx, query, body),
  affinity_group_view: (ctx, { path, query }) => affinityGroups.find(ctx, { ...path, ...query }, 'read'),
  affinity_group_update: (ctx, { path, query, body }) => affinityGroups.update(ctx, { ...path, ...query }, body),
  affinity_group_delete: (ctx, { path, query }) => affinityGroups.remove(ctx, { ...path, ...query }),
  affinity_group_member_list: (ctx, { path, query }) =>
    affinityGroups.listMembers(ctx, { ...path, project: query.project }, query),
  affinity_group_member_instance_view: (ctx, { path, query }) => affinityGroups.viewMember(ctx, path, query),
  affinity_group_member_instance_add: (ctx, { path, query }) => affinityGroups.add(ctx, path, query),
  affinity_group_member_instance_delete: (ctx, { path, query }) => affinityGroups.removeMember(ctx, path, query),
  instance_affinity_group_list: (ctx, { path, query }) => affinityGroups.listOfInstance(ctx, path, query),
} satisfies Handlers<keyof typeof operations>
