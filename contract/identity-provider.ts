// Identity providers of a silo. Private keys are never returned.
import { z } from 'zod'
import { isBase64 } from './checks.ts'
import { byNameOrId, list, type Operations } from './define.ts'
import { NameOrId, identity, maybe, naming } from './values.ts'

const der = z.string().refine(isBase64, 'expected base64 of a DER document')
export const DerEncodedKeyPair = z.object({ private_key: der, public_cert: der })
export const IdentityProviderType = z.enum(['saml'])
export const IdentityProvider = z.object({ ...identity, provider_type: IdentityProviderType })
export const IdpMetadataSource = z.discriminatedUnion('type', [
  z.object({ type: z.literal('url'), url: z.string() }),
  z.object({ type: z.literal('base64_encoded_xml'), data: z.string() }),
])

export const SamlIdentityProvider = z.object({
  ...identity,
  acs_url: z.string(),
  group_attribute_name: maybe(z.string()),
  idp_entity_id: z.string(),
  public_cert: maybe(z.string()),
  slo_url: z.string(),
  sp_client_id: z.string(),
  technical_contact_email: z.string(),
})

export const SamlIdentityProviderCreate = z.object({
  ...naming,
  acs_url: z.string(),
  group_attribute_name: maybe(z.string()),
  idp_entity_id: z.string(),
  idp_metadata_source: IdpMetadataSource,
  signing_keypair: DerEncodedKeyPair.nullable().default(null),
  slo_url: z.string(),
  sp_client_id: z.string(),
  technical_contact_email: z.string(),
})

export const identityProvider = {
  silo_identity_provider_list: list(IdentityProvider, byNameOrId, { first: { silo: NameOrId } }),
  saml_identity_provider_create: {
    query: { silo: NameOrId },
    body: SamlIdentityProviderCreate,
    status: 201,
    answer: SamlIdentityProvider,
  },
  saml_identity_provider_view: {
    path: { provider: NameOrId },
    query: { silo: NameOrId },
    status: 200,
    answer: SamlIdentityProvider,
  },
} satisfies Operations<'identity_provider'>
