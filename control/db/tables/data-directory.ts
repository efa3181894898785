// What belongs to this database and lies outside it: the data directory with the contents of disks, and the secret key.
import { integer, table, text, time, uuid } from '../define.ts'

export const data_directory = table('data_directory', { id: uuid(), time_created: time() }, { primary: ['id'] })

/** A value sealed with the secret key: tells whether a server has the right one. One row, once a server has started. */
export const secret_key = table(
  'secret_key',
  { id: integer(), sealed_check: text(), time_created: time() },
  { primary: ['id'] },
)
