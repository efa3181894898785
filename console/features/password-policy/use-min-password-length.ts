// How long a new password must be that people choose or type here: what everybody needs, or more if the silo says so.
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts'
import { useLoad } from '../../use-api.ts'
import { passwordPolicy } from './password-policy-queries.ts'

export function useMinPasswordLength(silo: string): number {
  const { data } = useLoad(passwordPolicy(silo), { optional: true })
  return Math.max(MIN_PASSWORD_LENGTH, data?.minLength ?? 0)
}
