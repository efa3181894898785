// The instances of the silo, across projects. Hosts other than ours lack this list.
import { query } from '../../api.ts'
import { emptyIfNotOffered } from '../../other-host.ts'
import { paged, type PageArgs } from '../../queries.ts'

export const siloInstanceList = (page?: PageArgs) =>
  emptyIfNotOffered(query('silo_instance_list', { query: paged(page) }))
