// Authorization test cases for access tokens, the limit of their lifetime, and SCIM tokens.
import type { accessToken as tokens } from '#contract/access-token.ts'
import type { authSettings as settings } from '#contract/auth-settings.ts'
import type { deviceAccessToken as deviceTokens } from '#contract/device-access-token.ts'
import type { scimToken as scimTokens } from '#contract/scim-token.ts'
import { row, type Cases } from '../authz-row.ts'
import { actors, onSilo, ownSiloKeys, signedIn, standings, type Rule } from '../authz-rules.ts'
import { makeUser, must, type Call, type Prepared } from '../authz-world.ts'
import type { Person } from '../world.ts'

export const ofUser = (_: Prepared, { id }: { id: string }) => ({
  path: { user_id: id },
  hidden: `silo-user with id "${id}"`,
})
export const somebody = (w: Prepared) => makeUser(w.world, w.silo.name, w.fresh('user'))

/** This person stands in for every actor who signs in, because only the owner can end what the call names. */
export const asOwner = (person: Person): Call => ({
  as: Object.fromEntries(
    actors.filter((actor) => standings[actor] && !standings[actor].scope).map((actor) => [actor, person]),
  ),
})

async function withToken(w: Prepared) {
  const { id, person } = await somebody(w)
  const token = await must(person, 'POST', '/rackwright/me/access-tokens', { name: 'a token' })
  return { id, person, token_id: token.id }
}

export const accessToken: Cases<keyof typeof tokens> = {
  access_token_list: row({ rule: signedIn, call: () => ({}) }),
  access_token_create: row({ rule: signedIn, call: () => ({ body: { name: 'another token' } }) }),
  user_access_token_list: row({ rule: onSilo.administer, make: somebody, call: ofUser }),
  user_access_token_delete: row({
    rule: onSilo.administer,
    make: withToken,
    call: (w, { id, token_id }) => ({ ...ofUser(w, { id }), path: { user_id: id, token_id } }),
  }),
}

export const deviceAccessToken: Cases<keyof typeof deviceTokens> = {
  current_user_access_token_list: row({ rule: signedIn, call: () => ({}) }),
  current_user_access_token_delete: row({
    rule: signedIn,
    make: withToken,
    call: (_, { person, token_id }) => ({ ...asOwner(person), path: { token_id } }),
  }),
  user_token_list: row({ rule: onSilo.administer, make: somebody, call: ofUser }),
}

export const authSettings: Cases<keyof typeof settings> = {
  auth_settings_view: row({ rule: signedIn, call: () => ({}) }),
  auth_settings_update: row({
    rule: ownSiloKeys.list,
    call: () => ({ body: { device_token_max_ttl_seconds: null } }),
  }),
}

/** Refuses everyone, and tells those who could use it that it is not in use. */
const unused: Rule = {
  name: 'silo: nobody, SCIM is not in use',
  outcome(standing) {
    const outcome = onSilo.administer.outcome(standing)
    return outcome === 'allow' ? 'unused' : outcome
  },
}
const scimSilo = (w: Prepared) => ({ query: { silo: w.silo.name }, hidden: `silo with name "${w.silo.name}"` })
const scimOne = (w: Prepared) => ({ ...scimSilo(w), path: { token_id: w.silo.id } })

export const scimToken: Cases<keyof typeof scimTokens> = {
  scim_token_list: row({ rule: unused, call: scimSilo }),
  scim_token_create: row({ rule: unused, call: scimSilo }),
  scim_token_view: row({ rule: unused, call: scimOne }),
  scim_token_delete: row({ rule: unused, call: scimOne }),
}
