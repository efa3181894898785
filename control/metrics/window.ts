// Query parameters of metric lists: a time range and a sort direction.
import type { PageQuery } from '../frame/page.ts'

export interface Window extends PageQuery {
  start_time?: string | undefined
  end_time?: string | undefined
  order: 'ascending' | 'descending'
}
