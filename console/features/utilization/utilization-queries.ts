// The silo's quota and how much of it is in use.
import { query } from '../../api.ts'

export const utilization = () => query('utilization_view')
