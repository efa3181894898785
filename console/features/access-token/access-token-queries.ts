// Access tokens: the signed-in user's own, and those of a user for administrators.
import { query } from '../../api.ts'
import { everyPage } from '../../queries.ts'

export const everyAccessToken = () => everyPage((page) => query('access_token_list', { query: page }))
export const everyTokenOfUser = (userId: string) =>
  everyPage((page) => query('user_access_token_list', { path: { userId }, query: page }))
export const everySessionOfUser = (userId: string) =>
  everyPage((page) => query('user_session_list', { path: { userId }, query: page }))
