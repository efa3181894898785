// What a silo may use, and what it uses: counted in the same transaction as what is counted.
import { integer, table, time, uuid } from '../define.ts'

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

export const project_usage = table(
  'project_usage',
  { project_id: uuid().references('project', 'cascade'), ...counts },
  { primary: ['project_id'] },
)

/** Levels over time, of projects, silos and the fleet: a row whenever one changes, and now and then when none does. */
export const usage_sample = table(
  'usage_sample',
  { subject_id: uuid(), time: time(), ...counts },
  { primary: ['subject_id', 'time'] },
)
