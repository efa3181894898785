// The overview of the silo and of the fleet. Other hosts lack these operations, so an error is a valid result.
import type { Result } from '#contract/client.ts'
import { errorsAllowed } from '../../api.ts'
import { paged, type PageArgs, type PageOf } from '../../queries.ts'
import { more } from '../../table/more.ts'

export const overview = (page?: PageArgs) => errorsAllowed('overview_view', { query: paged(page) })
export const systemOverview = (page?: PageArgs) => errorsAllowed('system_overview_view', { query: paged(page) })

/** The overview data for a row of projects or silos. */
export interface InstanceCounts {
  instances?: number
  failed?: number
}

const rowsOf = <T>(answer: Result<T>, rows: (data: T) => PageOf<InstanceCounts & { id: string }>) =>
  answer.type === 'success' ? rows(answer.data) : { items: [] }

export const projectCounts = more(overview, (answer) => rowsOf(answer, ({ projects }) => projects))
export const siloCounts = more(systemOverview, (answer) => rowsOf(answer, ({ silos }) => silos))
