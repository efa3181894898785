// Groups of users, named by the identity provider.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { uuid } from './values.ts'

export const Group = z.object({ display_name: z.string(), id: uuid, silo_id: uuid })

export const group = {
  group_list: list(Group, byId),
  group_view: { path: { group_id: uuid }, status: 200, answer: Group },
} satisfies Operations<'group'>
