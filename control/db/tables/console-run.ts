// The last console output of each run of an instance. A run lasts from a start until the machine ends, including reboots.
import type { InstanceState } from '#contract/instance-states.ts'
import { integer, table, text, time, uuid } from '../define.ts'

export const console_run = table(
  'console_run',
  {
    instance_id: uuid().references('instance', 'cascade'),
    /** The instance's generation: one number per start. */
    generation: integer(),
    time_started: time(),
    time_ended: time().nullable(),
    /** How the run ended; null while it lasts. */
    end_state: text<Extract<InstanceState, 'stopped' | 'failed'>>().nullable(),
    end_reason: text().nullable(),
    /** Offset of the first byte kept, counted from the start of the run. */
    first_byte: integer(),
    /** Offset just after the last byte kept. */
    end_byte: integer(),
    /** base64 */
    data: text(),
  },
  { primary: ['instance_id', 'generation'] },
)
