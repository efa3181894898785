// What is in the CD drive of an instance. An instance without a row has an empty one.
import { integer, table, text, time, uuid } from '../define.ts'

export const instance_cd = table(
  'instance_cd',
  {
    instance_id: uuid().references('instance', 'cascade'),
    /** Null when the image was deleted, and its machine still has it. */
    image_id: uuid().references('image', 'restrict').nullable(),
    /** The start that boots from it. Null, or a start that was, if none will. */
    boot_generation: integer().nullable(),
    /** What a machine that runs still has to do. */
    task: text<'insert' | 'eject'>().nullable(),
    time_modified: time(),
  },
  { primary: ['instance_id'], index: [['image_id']] },
)
