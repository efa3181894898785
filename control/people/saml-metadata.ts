// Fetches an identity provider's metadata for those who may create one, so that they see what it says first. It goes through the same
// guarded fetch and the same checks as creating the provider: only a document that would be accepted is returned.
import type { samlMetadata as operations } from '#contract/saml-metadata.ts'
import type { Handlers } from '../frame/context.ts'
import { assertMayConnect, readMetadata } from './identity-provider.ts'

export const samlMetadata = {
  saml_metadata_fetch: {
    async outside(ctx, { query, body: { url } }) {
      const { saml } = await assertMayConnect(ctx, query.silo)
      return { document: await readMetadata(saml, { type: 'url', url }) }
    },
  },
} satisfies Handlers<keyof typeof operations>
