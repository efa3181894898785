// What belongs to this database and lies outside it: the data directory with the contents of disks, and the secret key.
import { integer, table, text, time, uuid } from '../define.ts'

/** One row, once a server has started. Its id is that of the installation. */
export const data_directory = table(
  'data_directory',
  {
    id: uuid(),
    time_created: time(),
    /** Grows when this installation takes over the machines and networks of another. Null: it never has. */
    epoch: integer().nullable(),
    /** Where the directory was when it was last used: a copy is elsewhere. */
    path: text().nullable(),
  },
  { primary: ['id'] },
)

/** A value sealed with the secret key: tells whether a server has the right one. One row, once a server has started. */
export const secret_key = table(
  'secret_key',
  { id: integer(), sealed_check: text(), time_created: time() },
  { primary: ['id'] },
)
