// Silos that are past their first steps. The steps themselves are read from what exists.
import { table, text, time, uuid } from '../define.ts'

export const first_steps = table(
  'first_steps',
  {
    silo_id: uuid().references('silo', 'cascade'),
    outcome: text<'finished' | 'dismissed'>(),
    time_ended: time(),
  },
  { primary: ['silo_id'] },
)
