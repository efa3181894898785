// Login with the response of an identity provider: its assertion becomes a session, and its subject a user of the silo with the
// groups it lists. The host checks that the assertion is genuine; this file checks that it is used once and answers a request of
// the same browser.
import type { Ctx, Handlers } from '../frame/context.ts'
import { badRequest, Failure, invalidRequest } from '../frame/errors.ts'
import { readText } from '../frame/parse.ts'
import type { SamlAssertion } from '../frame/ports.ts'
import { destinationOf, findLoginProvider, isOurRequest, postingPage, type ProviderRow } from './saml-request.ts'
import { isServiceAccount } from './find-user.ts'
import { openSession } from './session.ts'

const MAX_FORM_BYTES = 524_288
/** A form has two fields; half a megabyte of "&" would be half a million. */
const MAX_FORM_FIELDS = 16
/** Every group costs a lookup or insert and a membership row, all in one transaction. */
export const MAX_GROUPS = 1000
const MAX_GROUP_NAME_LENGTH = 512

export const saml = {
  login_saml: {
    async outside(ctx, { path }) {
      const { host } = ctx
      const provider = await findLoginProvider(host.sealer, ctx.db, path.silo_name, path.provider_name)
      const { silo_id } = provider
      ctx.subject({}, { silo_id })
      const form = await readForm(ctx)
      if (!host.saml) throw invalidRequest('single sign-on needs a server; this one runs in your browser')
      const now = host.clock.now()
      const answer = await host.saml.validate(provider, form.response, now)
      if ('refused' in answer) throw (answer.isReadable ? refusal : unreadable)(ctx, provider, answer.refused)
      if (!answer.is_solicited && !host.allowUnsolicitedSaml)
        throw refusal(ctx, provider, 'it is unsolicited, which this server does not allow')
      const { browser, secure } = ctx.caller
      // browsers send no cookie with a post from another site over plain HTTP, so a page of ours posts it again
      if (answer.is_solicited && !browser && !secure && !form.isRepeated) return postAgain(ctx, form)
      for (const id of answer.in_response_to) {
        if (!(await isOurRequest(provider, id, browser ?? '', now)))
          throw refusal(ctx, provider, `it answers "${id}", which this browser did not ask here`)
      }
      ctx.subject({ name: answer.name_id }, { silo_id })
      const groups = provider.group_attribute_name && groupsOf(answer, provider.group_attribute_name)

      return ctx.write(async (inside) => {
        if (!(await isFirstUse(inside, provider, answer))) throw refusal(ctx, provider, 'it was used before')
        const user = await findOrMakeUser(inside, provider.silo_id, answer.name_id)
        inside.subject({ id: user.id, name: answer.name_id }, { silo_id })
        if (groups) await setGroups(inside, provider.silo_id, user.id, groups)
        return openSession(inside, user.id, destinationOf(form.relayState))
      })
    },
  },
} satisfies Handlers<'login_saml'>

interface Form {
  response: string
  relayState: string | null
  /** Posted by our own page. */
  isRepeated: boolean
}

const REPEATED = 'repeated'

function postAgain(ctx: Ctx, { response, relayState }: Form): Promise<Response> {
  const fields = { SAMLResponse: response, ...(relayState !== null && { RelayState: relayState }), [REPEATED]: 'true' }
  return postingPage(new URL(ctx.request.url).pathname, fields, { 'x-request-id': ctx.requestId })
}

async function readForm(ctx: Ctx): Promise<Form> {
  const type = ctx.request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  const wanted = 'application/x-www-form-urlencoded'
  if (type !== wanted) throw badRequest(`expected content type "${wanted}", got "${type ?? ''}"`)
  const text = await readText(ctx.request, MAX_FORM_BYTES)
  if (text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS)
    throw badRequest(`unable to parse URL-encoded body: more than ${MAX_FORM_FIELDS} fields`)
  const form = new URLSearchParams(text)
  const response = form.get('SAMLResponse')
  if (!response) throw badRequest('unable to parse URL-encoded body: missing field `SAMLResponse`')
  return { response, relayState: form.get('RelayState'), isRepeated: form.has(REPEATED) }
}

/** The response omits the reason, which would help a forger. The log has it under the request ID. */
function refusal(ctx: Ctx, { id }: ProviderRow, reason: string): Failure {
  ctx.host.log.warn('a SAML response was refused', { request_id: ctx.requestId, provider_id: id, reason })
  return new Failure(undefined, 'the response of the identity provider was refused', 401)
}

/** Too large or not XML. The response says so, because it reveals nothing and the provider's administrator must know. */
function unreadable(ctx: Ctx, provider: ProviderRow, reason: string): Failure {
  refusal(ctx, provider, reason)
  return badRequest(`the response of the identity provider cannot be read: ${reason}`)
}

/** Records the assertion until it expires. */
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
  if (known && (await isServiceAccount(ctx.db, known.id)))
    throw badRequest(`"${external_id}" is a service account, which cannot sign in`)
  if (known) return known
  const id = ctx.host.random.uuid()
  const times = { time_created: ctx.now, time_modified: ctx.now }
  await ctx.db
    .insertInto('silo_user')
    .values({ id, silo_id, external_id, ...times })
    .execute()
  return { id }
}

/** The assertion is genuine at this point, so the refusal can say what to fix at the identity provider. */
function groupsOf({ attributes }: SamlAssertion, name: string): Set<string> {
  const values = Object.hasOwn(attributes, name) ? attributes[name]! : []
  const names = new Set(values.flatMap((value) => value.split(',')).map((each) => each.trim()))
  names.delete('')
  if (names.size > MAX_GROUPS)
    throw badRequest(`the identity provider sent ${names.size} groups; at most ${MAX_GROUPS} are supported`)
  for (const each of names)
    if (each.length > MAX_GROUP_NAME_LENGTH || each.includes('\0'))
      throw badRequest(
        `the identity provider sent a group name that is longer than ${MAX_GROUP_NAME_LENGTH} characters or contains a null character`,
      )
  return names
}

/** Memberships are replaced: a user who left a group at the identity provider loses it here too, with its roles. */
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
