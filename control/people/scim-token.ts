// SCIM tokens. Users come from passwords or SAML, never from SCIM, so administrators are told that and everyone else is refused.
import type { scimToken as operations } from '#contract/scim-token.ts'
import { mayAdministerSilo } from '../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { forbidden, invalidRequest } from '../frame/errors.ts'
import { findSilo, siloSubject } from '../frame/find-silo.ts'

async function refuse(ctx: Ctx, { query }: { query: { silo: string } }): Promise<never> {
  const silo = await findSilo(ctx, query.silo, 'read')
  ctx.subject(siloSubject(silo))
  if (!mayAdministerSilo(actorOf(ctx), silo.id)) throw forbidden(siloSubject(silo))
  throw invalidRequest('this silo does not use SCIM')
}

export const scimToken = {
  scim_token_list: refuse,
  scim_token_create: refuse,
  scim_token_view: refuse,
  scim_token_delete: refuse,
} satisfies Handlers<keyof typeof operations>
