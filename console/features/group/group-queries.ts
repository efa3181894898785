// Groups of the silo and their members.
import { query, type Query } from '../../api.ts'
import { everyPage } from '../../queries.ts'

export const everyGroup = () => everyPage((page) => query('group_list', { query: page }))

/** The user ids in each of these groups, by group id. */
export const membersOfGroups = (groups: readonly string[]): Query<Map<string, Set<string>>> => ({
  key: ['user_list', { groups }],
  async fetch(signal) {
    const members = async (group: string) => {
      const inGroup = everyPage((page) => query('user_list', { query: { group, ...page } }))
      const { items } = await inGroup.fetch(signal)
      return [group, new Set(items.map(({ id }) => id))] as const
    }
    return new Map(await Promise.all(groups.map(members)))
  },
})
