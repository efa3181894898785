// The signed-in user's own sessions.
import { query } from '../../api.ts'
import { everyPage } from '../../queries.ts'

export const everyOwnSession = () => everyPage((page) => query('own_session_list', { query: page }))
