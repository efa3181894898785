// What the lists of measurements take: a stretch of time, and which end to start from.
import type { PageQuery } from '../frame/page.ts'

export interface Window extends PageQuery {
  start_time?: string | undefined
  end_time?: string | undefined
  order: 'ascending' | 'descending'
}
