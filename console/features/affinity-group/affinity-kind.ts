// Affinity and anti-affinity groups differ in what they mean and in what their calls are named; pages and forms take the rest
// from here, so that there is one of each.
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
export type KindName = 'anti-affinity' | 'affinity'

interface Names {
  project: string
  group: string
}

const anti = {
  name: 'anti-affinity',
  title: 'anti-affinity group',
  meaning: 'Its instances run on different sleds, so that the loss of one sled does not take them all.',
  policies: {
    allow: 'An instance starts even when every sled has a member already',
    fail: 'An instance does not start unless there is a sled without a member',
  },
  list: first1000AntiAffinityGroups,
  view: antiAffinityGroupView,
  members: antiAffinityGroupMembers,
  path: ({ project, group }: Names) => paths.antiAffinityGroup({ project, antiAffinityGroup: group }),
  editPath: ({ project, group }: Names) => paths.antiAffinityGroupEdit({ project, antiAffinityGroup: group }),
  at: ({ project, group }: Names) => ({ path: { antiAffinityGroup: group }, query: { project } }),
  atMember: ({ project, group }: Names, instance: string) => ({
    path: { antiAffinityGroup: group, instance },
    query: { project },
  }),
  operations: {
    create: 'anti_affinity_group_create',
    update: 'anti_affinity_group_update',
    remove: 'anti_affinity_group_delete',
    add: 'anti_affinity_group_member_instance_add',
    removeMember: 'anti_affinity_group_member_instance_delete',
  },
} as const

const together = {
  name: 'affinity',
  title: 'affinity group',
  meaning: 'Its instances run on the same sled, so that what they say to each other has a short way.',
  policies: {
    allow: 'An instance starts elsewhere when the sled of the others has no room',
    fail: 'An instance does not start unless the sled of the others has room',
  },
  list: first1000AffinityGroups,
  view: affinityGroupView,
  members: affinityGroupMembers,
  path: ({ project, group }: Names) => paths.affinityGroup({ project, affinityGroup: group }),
  editPath: ({ project, group }: Names) => paths.affinityGroupEdit({ project, affinityGroup: group }),
  at: ({ project, group }: Names) => ({ path: { affinityGroup: group }, query: { project } }),
  atMember: ({ project, group }: Names, instance: string) => ({
    path: { affinityGroup: group, instance },
    query: { project },
  }),
  operations: {
    create: 'affinity_group_create',
    update: 'affinity_group_update',
    remove: 'affinity_group_delete',
    add: 'affinity_group_member_instance_add',
    removeMember: 'affinity_group_member_instance_delete',
  },
} as const

export const kinds = { 'anti-affinity': anti, affinity: together } as const
export type Kind = (typeof kinds)[KindName]

/** The API takes no more into one group. */
export const MOST_MEMBERS = 32

/** The members of every group there is, by the groups' ids: asked for one by one, groups that are gone would be asked for too. */
export function everyMember({ list, members }: Kind, project: string): Query<Map<string, Member[]>> {
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
