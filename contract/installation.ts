// The name of the installation, which tells people with several of them apart. An addition of ours.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { MAX_INSTALLATION_NAME } from './limits.ts'
import { maybe } from './values.ts'

export const Installation = z.object({
  /** One line of text. Null if it has none. */
  name: maybe(z.string().max(MAX_INSTALLATION_NAME)),
})

export const installation = {
  installation_view: { status: 200, answer: Installation },
  installation_update: { body: Installation, status: 200, answer: Installation },
} satisfies Operations<'installation'>
