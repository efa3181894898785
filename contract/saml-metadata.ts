// Previews the metadata at a URL before creating an identity provider from it. An addition of ours.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { NameOrId } from './values.ts'

export const samlMetadata = {
  saml_metadata_fetch: {
    query: { silo: NameOrId },
    body: z.object({ url: z.string() }),
    status: 200,
    answer: z.object({ document: z.string() }),
  },
} satisfies Operations<'saml_metadata'>
