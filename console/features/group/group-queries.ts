// Groups of the silo.
import { query } from '../../api.ts'
import { everyPage } from '../../queries.ts'

export const everyGroup = () => everyPage((page) => query('group_list', { query: page }))
