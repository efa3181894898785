// Whether the SAML identity providers of a silo are turned on. An addition of ours: in the published API they can only be created.
import { z } from 'zod'
import { byNameOrId, list, type Operations } from './define.ts'
import { NameOrId, identity } from './values.ts'

/** Nobody can sign in with a provider that is turned off. */
const settings = { is_enabled: z.boolean() }

export const SamlProvider = z.object({ ...identity, ...settings })
export const SamlProviderUpdate = z.object(settings)

const ofSilo = { silo: NameOrId }

export const samlProvider = {
  saml_provider_list: list(SamlProvider, byNameOrId, { path: ofSilo }),
  saml_provider_update: {
    path: { ...ofSilo, provider: NameOrId },
    body: SamlProviderUpdate,
    status: 200,
    answer: SamlProvider,
  },
} satisfies Operations<'saml_provider'>
