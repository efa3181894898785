// How long passwords of a silo must be, and whether it has any.
import type { Data, Result } from '#contract/client.ts'
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts'
import { errorsAllowed, prefetch, query, type Query } from '../../api.ts'
import { currentUser } from '../../me-queries.ts'

export const passwordPolicy = (silo: string) => query('password_policy_view', { path: { silo } })

/** Of the user's own silo, for pages that need it before they show: its name comes with the user. */
export const ownPasswordPolicy = (): Query<Result<Data<'password_policy_view'>>> => ({
  key: ['password_policy_view', { own: true }],
  async fetch(signal) {
    const { siloName } = await prefetch(currentUser())
    return errorsAllowed('password_policy_view', { path: { silo: siloName } }).fetch(signal)
  },
  staleTime: 60_000,
})

/** Returns how long passwords that people choose or type here must be: as everywhere, or longer if the silo says so. */
export const minLengthOf = (policy: Pick<Data<'password_policy_view'>, 'minLength'> | undefined) =>
  Math.max(MIN_PASSWORD_LENGTH, policy?.minLength ?? 0)
