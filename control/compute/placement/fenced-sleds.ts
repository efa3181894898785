// Sleds on which nothing may start: a fence agent is ending their host, or has, and what they had starts elsewhere.
import type { Queries } from '../../db/database.ts'

export const fencedSleds = (db: Queries) =>
  db.selectFrom('failover').select('sled_id').where('state', 'in', ['fencing', 'fenced'])
