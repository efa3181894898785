// The groups of any silo, for operators. An addition of ours: the published API lists only those of the caller's own silo.
import { byId, list, type Operations } from './define.ts'
import { Group } from './group.ts'
import { NameOrId } from './values.ts'

export const siloGroup = {
  silo_group_list: list(Group, byId, { path: { silo: NameOrId } }),
} satisfies Operations<'silo_group'>
