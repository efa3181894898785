// Who administers the caller's silo, for users who have no access yet and need to know whom to ask. An addition of ours.
import { z } from 'zod'
import type { Operations } from './define.ts'

export const SiloAdmin = z.object({ display_name: z.string() })

export const siloAdmin = {
  /** In the order of their names. Long lists are cut. */
  silo_admin_list: { status: 200, answer: z.object({ items: z.array(SiloAdmin) }) },
} satisfies Operations<'silo_admin'>
