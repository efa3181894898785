// How long passwords of a silo must be, and whether it has any.
import type { Data } from '#contract/client.ts'
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts'
import { query } from '../../api.ts'

export const passwordPolicy = (silo: string) => query('password_policy_view', { path: { silo } })

/** Returns how long passwords that people choose or type here must be: as everywhere, or longer if the silo says so. */
export const minLengthOf = (policy: Pick<Data<'password_policy_view'>, 'minLength'> | undefined) =>
  Math.max(MIN_PASSWORD_LENGTH, policy?.minLength ?? 0)
