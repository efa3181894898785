// The description of a silo. An addition of ours: in the published API it never changes.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { Silo } from './silo.ts'
import { NameOrId, description } from './values.ts'

export const SiloDescriptionUpdate = z.object({ description })

export const siloDescription = {
  silo_description_update: {
    path: { silo: NameOrId },
    body: SiloDescriptionUpdate,
    status: 200,
    answer: Silo,
  },
} satisfies Operations<'silo_description'>
