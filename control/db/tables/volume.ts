// What the block store should hold: one volume for the bytes of each disk, snapshot and image, and what is left to do to it.
// A volume outlives its owner until its bytes are freed, so it refers to nothing.
import { integer, table, text, uuid } from '../define.ts'

export const volume = table(
  'volume',
  {
    /** Also that of the owner. */
    id: uuid(),
    owner: text<'disk' | 'snapshot' | 'image'>(),
    size: integer(),
    /** The volume that it starts as a copy of. */
    source_id: uuid().nullable(),
    volume_state: text<'making' | 'ready' | 'faulted'>(),
    /** What a reconciler has to do to it. */
    task: text<'make' | 'digest' | 'remove'>().nullable(),
    /** How often making it failed. */
    attempts: integer(),
    /** Where the last byte of an import ends, while nothing but imports can have written to it. */
    imported: integer().nullable(),
  },
  {
    primary: ['id'],
    index: [{ columns: ['task', 'id'], where: 'task is not null' }, ['source_id', 'volume_state']],
  },
)
