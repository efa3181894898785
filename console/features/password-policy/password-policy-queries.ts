// How long passwords of a silo must be, and whether it has any.
import { query } from '../../api.ts'

export const passwordPolicy = (silo: string) => query('password_policy_view', { path: { silo } })
