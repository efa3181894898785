// A silo's quota and usage. Usage is updated in the same transaction as the resource it counts.
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

/** Usage over time of projects, silos and the fleet: a row for every change, and periodically without one. */
export const usage_sample = table(
  'usage_sample',
  { subject_id: uuid(), time: time(), ...counts },
  { primary: ['subject_id', 'time'] },
)

/** When usage was sampled. Between two periods the server was off. */
export const sampled_period = table(
  'sampled_period',
  { time_start: time(), time_end: time() },
  { primary: ['time_start'] },
)
