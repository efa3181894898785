// Users of the silo.
import { query } from '../../api.ts'
import { everyPage } from '../../queries.ts'

export const everyUser = () => everyPage((page) => query('user_list', { query: page }))
