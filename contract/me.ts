// The caller's own user.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { Group } from './group.ts'
import { Name, uuid } from './values.ts'

export const CurrentUser = z.object({
  display_name: z.string(),
  id: uuid,
  silo_id: uuid,
  silo_name: Name,
})

export const me = {
  current_user_view: { status: 200, answer: CurrentUser },
  current_user_groups: list(Group, byId),
} satisfies Operations<'me'>
