// Affinity and anti-affinity groups share pages, forms and actions. This file holds everything that differs between them.
import type { Model } from '#contract/client.ts'
import type { Query } from '../../api.ts'
import { paths } from '../../paths.ts'
import {
  affinityGroupMembers,
  affinityGroupView,
  antiAffinityGroupMembers,
  antiAffinityGroupView,
  first1000AffinityGroups,
  first1000AntiAffinityGroups,
} from './affinity-group-queries.ts'

export type Group = Model<'AffinityGroup'>
export type Member = Model<'AffinityGroupMember'>
export type KindName = 'affinity' | 'anti-affinity'

interface Names {
  project: string
  group: string
}

const affinity = {
  name: 'affinity' as KindName,
  title: 'affinity group',
  meaning: 'Members run on the same sled for low latency.',
  policies: {
    allow: 'Start on another sled if the members’ sled is full.',
    fail: 'Start only if the members’ sled has room.',
  },
  list: first1000AffinityGroups,
  view: affinityGroupView,
  members: affinityGroupMembers,
  newPath: paths.affinityGroupsNew,
  path: paths.affinityGroup,
  editPath: paths.affinityGroupEdit,
  at: ({ project, group }: Names) => ({ path: { affinityGroup: group }, query: { project } }),
  atMember: ({ project, group }: Names, instance: string) => ({
    path: { affinityGroup: group, instance },
    query: { project },
  }),
  operations: {
    create: 'affinity_group_create' as const,
    update: 'affinity_group_update' as const,
    delete: 'affinity_group_delete' as const,
    addMember: 'affinity_group_member_instance_add' as const,
    removeMember: 'affinity_group_member_instance_delete' as const,
  },
}

export type Kind = typeof affinity

const antiAffinity = {
  name: 'anti-affinity',
  title: 'anti-affinity group',
  meaning: 'Members run on different sleds, so losing one sled never takes down all of them.',
  policies: {
    allow: 'Start even if every sled already has a member.',
    fail: 'Start only if a sled without a member has room.',
  },
  list: first1000AntiAffinityGroups,
  view: antiAffinityGroupView,
  members: antiAffinityGroupMembers,
  newPath: paths.antiAffinityGroupsNew,
  path: paths.antiAffinityGroup,
  editPath: paths.antiAffinityGroupEdit,
  at: ({ project, group }: Names) => ({ path: { antiAffinityGroup: group }, query: { project } }),
  atMember: ({ project, group }: Names, instance: string) => ({
    path: { antiAffinityGroup: group, instance },
    query: { project },
  }),
  operations: {
    create: 'anti_affinity_group_create',
    update: 'anti_affinity_group_update',
    delete: 'anti_affinity_group_delete',
    addMember: 'anti_affinity_group_member_instance_add',
    removeMember: 'anti_affinity_group_member_instance_delete',
  },
} satisfies Record<keyof Kind, unknown>

/** The calls of both kinds have the same shape apart from their names, so both are typed as affinity groups. */
export const kinds: Record<KindName, Kind> = { affinity, 'anti-affinity': antiAffinity as unknown as Kind }

/** The members of the first 1000 groups, by group id. One query, so that no group is asked for after it was deleted. */
export function membersByGroup({ list, members }: Kind, project: string): Query<Map<string, Member[]>> {
  const groups = list(project)
  return {
    key: [groups.key[0], { project, members: 'all' }],
    async fetch(signal) {
      const { items } = await groups.fetch(signal)
      const ofEach = async ({ id }: Group) => [id, (await members(project, id).fetch(signal)).items] as const
      return new Map(await Promise.all(items.map(ofEach)))
    },
  }
}
