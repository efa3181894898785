// The second factor of the user and of others, and whether a silo requires one.
import { query } from '../../api.ts'
import { everyPage } from '../../queries.ts'

export const ownSecondFactor = () => query('second_factor_view')
export const secondFactorOfUser = (userId: string) => query('user_second_factor_view', { path: { userId } })
export const secondFactorPolicy = (silo: string) => query('second_factor_policy_view', { path: { silo } })
export const everyPasskey = () => everyPage((page) => query('passkey_list', { query: page }))
