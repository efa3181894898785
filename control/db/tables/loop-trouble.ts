// What the background loops keep failing to do. The replica that holds the lease of a loop writes it.
import { boolean, table, text, time, uuid } from '../define.ts'

export const loop_trouble = table(
  'loop_trouble',
  {
    loop: text(),
    /** What fails. Empty for the loop as a whole. */
    key: text(),
    problem: text(),
    /** The sled that it is about. No reference: it may be forgotten meanwhile. */
    sled_id: uuid().nullable(),
    /** Whether it has failed for so long that people should know. */
    is_lasting: boolean(),
    /** Since when. */
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['loop', 'key'] },
)
