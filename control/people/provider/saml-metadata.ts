// Previews an identity provider's metadata for callers who can create one. Uses the same guarded fetch and checks as creating
// the provider, so only an acceptable document is returned.
import type { samlMetadata as operations } from '#contract/saml-metadata.ts'
import type { Handlers } from '../../frame/context.ts'
import { assertMayConnect, readMetadata } from './identity-provider.ts'

export const samlMetadata = {
  saml_metadata_fetch: {
    async outside(ctx, { query, body: { url } }) {
      const { saml } = await assertMayConnect(ctx, query.silo)
      return { document: await readMetadata(saml, { type: 'url', url }) }
    },
  },
} satisfies Handlers<keyof typeof operations>
