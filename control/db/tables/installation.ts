// What the installation is called.
import { integer, table, text, time } from '../define.ts'

/** One row at most. */
export const installation = table(
  'installation',
  { id: integer(), name: text().nullable(), time_modified: time() },
  { primary: ['id'] },
)
