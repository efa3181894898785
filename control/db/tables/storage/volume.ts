// Volumes in the block store: one for the contents of each disk, snapshot, image and image upload, with its pending task. A volume outlives its
// owner until its contents are freed, so it has no foreign keys.
import type { Architecture } from '#contract/architecture-names.ts'
import { integer, table, text, uuid } from '../../define.ts'

export const volume = table(
  'volume',
  {
    /** The same as its owner's id. */
    id: uuid(),
    owner: text<'disk' | 'snapshot' | 'image' | 'upload' | 'backup'>(),
    size: integer(),
    /** The volume it is copied from. */
    source_id: uuid().nullable(),
    volume_state: text<'making' | 'ready' | 'faulted'>(),
    /** The pending task for the reconciler. */
    task: text<'make' | 'grow' | 'attach' | 'detach' | 'digest' | 'remove'>().nullable(),
    /** Failed attempts to create it. */
    attempts: integer(),
    /** End offset of the imported data, as long as only imports have written to it. */
    imported: integer().nullable(),
    /** What its contents are made for. Null if that is not known. */
    architecture: text<Architecture>().nullable(),
    /** Its boot files are still to be read. */
    architecture_task: text<'read'>().nullable(),
  },
  {
    primary: ['id'],
    index: [
      { columns: ['task', 'id'], where: 'task is not null' },
      { columns: ['architecture_task', 'id'], where: 'architecture_task is not null' },
      ['source_id', 'volume_state'],
    ],
  },
)
