// What a silo may use, and what it uses: counted in the same transaction as what is counted.
import { integer, table, uuid } from '../define.ts'

const counts = { cpus: integer(), memory: integer(), storage: integer() }

export const silo_quota = table(
  'silo_quota',
  { silo_id: uuid().references('silo', 'cascade'), ...counts },
  { primary: ['silo_id'] },
)

export const silo_usage = table(
  'silo_usage',
  { silo_id: uuid().references('silo', 'cascade'), ...counts },
  { primary: ['silo_id'] },
)
