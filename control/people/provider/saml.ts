// Login with the response of a SAML identity provider. The host checks that its assertion is genuine; this file checks that it is
// used once and answers a request of the same browser.
import type { Ctx, Handlers } from '../../frame/context.ts'
import { badRequest, Failure, invalidRequest } from '../../frame/errors.ts'
import { readText } from '../../frame/parse.ts'
import type { SamlAssertion } from '../../frame/ports/single-sign-on.ts'
import { destinationOf, isOurRequest } from './browser-request.ts'
import { groupNames, signInExternally } from './external-login.ts'
import { findLoginProvider, postingPage, type ProviderRow } from './saml-request.ts'

const MAX_FORM_BYTES = 524_288
/** A form has two fields; half a megabyte of "&" would be half a million. */
const MAX_FORM_FIELDS = 16

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
      const { group_attribute_name } = provider
      const groups = group_attribute_name ? groupsOf(answer, group_attribute_name) : undefined

      return ctx.write(async (inside) => {
        if (!(await isFirstUse(inside, provider, answer))) throw refusal(ctx, provider, 'it was used before')
        const origin = { saml_provider_id: provider.id }
        const external = { silo_id, external_id: answer.name_id, groups, origin }
        return (await signInExternally(inside, external, destinationOf(form.relayState))).response
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

function groupsOf({ attributes }: SamlAssertion, name: string): Set<string> {
  const values = Object.hasOwn(attributes, name) ? attributes[name]! : []
  return groupNames(values.flatMap((value) => value.split(',')))
}
