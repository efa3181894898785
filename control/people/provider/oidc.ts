// Login with an OpenID Connect provider. The host checks that its ID token is genuine; this file checks that the login is completed
// once, by the browser that began it.
import type { Ctx, Handlers } from '../../frame/context.ts'
import { badRequest, Failure, invalidRequest, notFound } from '../../frame/errors.ts'
import { BROWSER_HEADER } from '../../frame/ports/caller.ts'
import type { OidcLogin } from '../../frame/ports/single-sign-on.ts'
import { purposeOf, tryOpen } from '../../frame/sealer.ts'
import { actorOf } from '../../frame/context.ts'
import { browserOf, isOurRequest, markOf, MAX_LOGIN_SECONDS, requestIdOf } from './browser-request.ts'
import { groupNames, signInExternally } from './external-login.ts'
import { oidcOf, withSecrets, type OidcProviderRow } from './oidc-provider.ts'
import { findLoginSilo } from '../login/session.ts'

const MAX_NAME_LENGTH = 256

export const oidc = {
  login_oidc_begin: {
    async outside(ctx, { path }) {
      const { host, caller } = ctx
      const provider = await findLoginProvider(ctx, path.silo_name, path.provider_name)
      const browser = browserOf(caller, host.random)
      const state = await requestIdOf(provider, browser, host.random.bytes(8), host.clock.now())
      const location = await oidcOf(ctx).authorizationUrl(provider, await loginOf(provider, state, browser))
      if (location === undefined)
        throw new Failure('ServiceNotAvailable', 'the identity provider cannot be reached; try again later')
      ctx.headers[BROWSER_HEADER] = browser
      return { location }
    },
  },

  login_oidc: {
    async outside(ctx, { path, body }) {
      const { host, caller } = ctx
      const provider = await findLoginProvider(ctx, path.silo_name, path.provider_name)
      const { silo_id } = provider
      ctx.subject({}, { silo_id })
      const response = new URLSearchParams(body.response)
      const state = response.get('state') ?? ''
      const browser = caller.browser ?? ''
      if (!(await isOurRequest(provider, state, browser, host.clock.now())))
        throw refusal(ctx, provider, 'it answers a request that this browser did not make here')
      const answer = await oidcOf(ctx).exchange(provider, response, await loginOf(provider, state, browser))
      if ('refused' in answer) throw refusal(ctx, provider, answer.refused)
      const external_id = nameOf(provider, answer.claims)
      ctx.subject({ name: external_id }, { silo_id })
      const { groups_claim } = provider
      const groups = groups_claim ? groupsOf(answer.claims, groups_claim) : undefined

      return ctx.write(async (inside) => {
        if (!(await isFirstUse(inside, provider, state))) throw refusal(ctx, provider, 'it was used before')
        const origin = { oidc_provider_id: provider.id }
        const opened = await signInExternally(inside, { silo_id, external_id, groups, origin })
        await rememberToken(inside, opened.sessionId, answer.id_token)
        return opened.response
      })
    },
  },

  oidc_logout_view: {
    async outside(ctx) {
      const { credential } = actorOf(ctx)
      const session = await ctx.db
        .selectFrom('session')
        .select(['id', 'oidc_provider_id', 'id_token'])
        .where('id', '=', credential?.id ?? '')
        .executeTakeFirst()
      if (!session?.oidc_provider_id || !session.id_token) return { location: null }
      const row = await ctx.db
        .selectFrom('oidc_provider')
        .selectAll()
        .where('id', '=', session.oidc_provider_id)
        .executeTakeFirstOrThrow()
      const idToken = await tryOpen(ctx.host.sealer, session.id_token, tokenPurpose(session.id))
      // the client does not authenticate itself for this
      const location = idToken && (await oidcOf(ctx).logoutUrl({ ...row, client_secret: null }, idToken))
      return { location: location ?? null }
    },
  },
} satisfies Handlers<'login_oidc_begin' | 'login_oidc' | 'oidc_logout_view'>

/** With its secrets in plain text. One that is turned off is not found. */
async function findLoginProvider(ctx: Ctx, siloName: string, name: string): Promise<OidcProviderRow> {
  const silo = await findLoginSilo(ctx, siloName)
  const row = await ctx.db
    .selectFrom('oidc_provider')
    .selectAll()
    .where('silo_id', '=', silo.id)
    .where('name', '=', name)
    .where('is_enabled', '=', true)
    .executeTakeFirst()
  if (!row) throw notFound('oidc-provider', name)
  return withSecrets(ctx.host.sealer, row)
}

/** Nonce and PKCE verifier follow from the state and the browser's cookie, so nothing is stored between the two requests. */
async function loginOf(provider: OidcProviderRow, state: string, browser: string): Promise<OidcLogin> {
  const secret = (use: string) => markOf(provider, `${use} ${state} ${browser}`)
  return {
    state,
    nonce: await secret('nonce'),
    // 43 characters are the least that PKCE allows
    verifier: (await secret('verifier')) + (await secret('more verifier')),
  }
}

/** The response omits the reason, which would help a forger. The log has it under the request ID. */
function refusal(ctx: Ctx, { id }: OidcProviderRow, reason: string): Failure {
  ctx.host.log.warn('an OpenID Connect login was refused', { request_id: ctx.requestId, provider_id: id, reason })
  return new Failure(undefined, 'the response of the identity provider was refused', 401)
}

/** The token is genuine at this point, so the refusal can say what to fix at the provider. */
function nameOf(provider: OidcProviderRow, claims: Record<string, unknown>): string {
  const { name_claim } = provider
  const name = Object.hasOwn(claims, name_claim) ? claims[name_claim] : undefined
  if (typeof name !== 'string' || name.trim() === '')
    throw badRequest(`the identity provider sent no claim "${name_claim}", which names the user`)
  if (name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name))
    throw badRequest(`the claim "${name_claim}" is longer than ${MAX_NAME_LENGTH} characters or has control characters`)
  if (name_claim === 'email') checkVerified(provider, claims)
  return name
}

/** Anybody could have entered an address that nobody has checked. */
function checkVerified({ accepts_missing_email_verified }: OidcProviderRow, claims: Record<string, unknown>): void {
  const isThere = Object.hasOwn(claims, 'email_verified')
  if (isThere ? claims.email_verified === true : accepts_missing_email_verified) return
  const fault = !isThere ? 'is missing' : claims.email_verified === false ? 'is false' : 'is neither true nor false'
  throw invalidRequest(
    `the identity provider does not vouch for the e-mail address of the user: the claim "email_verified" ${fault}, and must be true`,
  )
}

function groupsOf(claims: Record<string, unknown>, claim: string): Set<string> {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : []
  const values = Array.isArray(value) ? value : [value]
  return groupNames(values.filter((each): each is string => typeof each === 'string'))
}

/** Records the login until its request expires. */
async function isFirstUse(ctx: Ctx, { id }: OidcProviderRow, state: string): Promise<boolean> {
  await ctx.db.deleteFrom('oidc_login').where('time_expires', '<=', ctx.now).execute()
  const time_expires = new Date(Date.parse(ctx.now) + MAX_LOGIN_SECONDS * 1000).toISOString()
  const kept = await ctx.db
    .insertInto('oidc_login')
    .values({ oidc_provider_id: id, login_id: state, time_expires })
    .onConflict((there) => there.doNothing())
    .returning('login_id')
    .executeTakeFirst()
  return kept !== undefined
}

const tokenPurpose = (sessionId: string) => purposeOf('session.id_token', sessionId)

/** For signing out there later. */
async function rememberToken(ctx: Ctx, sessionId: string, idToken: string): Promise<void> {
  const id_token = await ctx.host.sealer.seal(idToken, tokenPurpose(sessionId))
  await ctx.db.updateTable('session').set({ id_token }).where('id', '=', sessionId).execute()
}
