// The way back from an identity provider: an assertion becomes a session, and whoever it names a person of the silo with the
// groups that it says. Whether the assertion is genuine is the host's to check; that it is used once, and answers us, is ours.
import type { Ctx, Handlers } from '../frame/context.ts'
import { badRequest, Failure, invalidRequest } from '../frame/errors.ts'
import { readText } from '../frame/parse.ts'
import type { SamlAssertion } from '../frame/ports.ts'
import { destinationOf, findLoginProvider, isOurRequest, type ProviderRow } from './saml-request.ts'
import { openSession } from './session.ts'

const LARGEST_RESPONSE = 1_048_576

export const saml = {
  login_saml: {
    async outside(ctx, { path }) {
      const { host } = ctx
      const provider = await findLoginProvider(ctx.db, path.silo_name, path.provider_name)
      ctx.target.silo_id = provider.silo_id
      const form = await readForm(ctx)
      if (!host.saml) throw invalidRequest('single sign-on needs a server; this one runs in your browser')
      const now = host.clock.now()
      const answer = await host.saml.validate(provider, form.response, now)
      if ('refused' in answer) throw refusal(ctx, provider, answer.refused, answer.isReadable ? 401 : 400)
      for (const id of answer.in_response_to) {
        if (!(await isOurRequest(provider, id, now))) throw refusal(ctx, provider, `it answers to "${id}", not to us`)
      }
      ctx.target.name = answer.name_id

      return ctx.write(async (inside) => {
        if (!(await isFirstUse(inside, provider, answer))) throw refusal(ctx, provider, 'it was used before')
        const user = await findOrMakeUser(inside, provider.silo_id, answer.name_id)
        Object.assign(inside.target, { id: user.id })
        if (provider.group_attribute_name !== null)
          await setGroups(inside, provider.silo_id, user.id, groupsOf(answer, provider.group_attribute_name))
        return openSession(inside, user.id, destinationOf(form.relayState))
      })
    },
  },
} satisfies Handlers<'login_saml'>

async function readForm(ctx: Ctx): Promise<{ response: string; relayState: string | null }> {
  const type = ctx.request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  const wanted = 'application/x-www-form-urlencoded'
  if (type !== wanted) throw badRequest(`expected content type "${wanted}", got "${type ?? ''}"`)
  const form = new URLSearchParams(await readText(ctx.request, LARGEST_RESPONSE))
  const response = form.get('SAMLResponse')
  if (!response) throw badRequest('unable to parse URL-encoded body: missing field `SAMLResponse`')
  return { response, relayState: form.get('RelayState') }
}

/** Says nothing of the reason: whoever forges assertions would learn from it. The log has it, under the request's id. */
function refusal(ctx: Ctx, { id }: ProviderRow, reason: string, status = 401): Failure {
  ctx.host.log.warn('a SAML response was refused', { request_id: ctx.requestId, provider_id: id, reason })
  return new Failure(undefined, 'the answer of the identity provider was refused', status)
}

/** Remembered until it would be refused for its age. */
async function isFirstUse(ctx: Ctx, provider: ProviderRow, { id, time_expires }: SamlAssertion): Promise<boolean> {
  await ctx.db.deleteFrom('saml_assertion').where('time_expires', '<=', ctx.now).execute()
  const row = { identity_provider_id: provider.id, assertion_id: id, time_expires }
  const kept = await ctx.db
    .insertInto('saml_assertion')
    .values(row)
    .onConflict((there) => there.doNothing())
    .returning('assertion_id')
    .executeTakeFirst()
  return kept !== undefined
}

async function findOrMakeUser(ctx: Ctx, silo_id: string, external_id: string): Promise<{ id: string }> {
  const known = await ctx.db
    .selectFrom('silo_user')
    .select('id')
    .where('silo_id', '=', silo_id)
    .where('external_id', '=', external_id)
    .executeTakeFirst()
  if (known) return known
  const id = ctx.host.random.uuid()
  const times = { time_created: ctx.now, time_modified: ctx.now }
  await ctx.db
    .insertInto('silo_user')
    .values({ id, silo_id, external_id, ...times })
    .execute()
  return { id }
}

const groupsOf = ({ attributes }: SamlAssertion, name: string): Set<string> => {
  const values = Object.hasOwn(attributes, name) ? attributes[name]! : []
  const names = values.flatMap((value) => value.split(',')).map((each) => each.trim())
  return new Set(names.filter(Boolean))
}

/** The identity provider's word is the whole truth: who is no longer in a group there leaves it here, with its roles. */
async function setGroups(ctx: Ctx, silo_id: string, silo_user_id: string, names: Set<string>): Promise<void> {
  await ctx.db.deleteFrom('silo_group_member').where('silo_user_id', '=', silo_user_id).execute()
  if (names.size === 0) return
  const times = { time_created: ctx.now, time_modified: ctx.now }
  const made = [...names].map((external_id) => ({ id: ctx.host.random.uuid(), silo_id, external_id, ...times }))
  await ctx.db
    .insertInto('silo_group')
    .values(made)
    .onConflict((there) => there.columns(['silo_id', 'external_id']).doNothing())
    .execute()
  const groups = await ctx.db
    .selectFrom('silo_group')
    .select('id')
    .where('silo_id', '=', silo_id)
    .where('external_id', 'in', [...names])
    .execute()
  await ctx.db
    .insertInto('silo_group_member')
    .values(groups.map(({ id }) => ({ silo_group_id: id, silo_user_id })))
    .execute()
}
