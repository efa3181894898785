// The serial console's stream with offsets, so that a new connection resumes exactly where the last one broke. An addition of
// ours: the published stream can only start a number of bytes before its unknown end.
import { inProject, numeric, type Operations } from './define.ts'
import { NameOrId, maybe, uint64 } from './values.ts'

/** Binary frames carry what the instance printed. Text frames, `{ offset }`, give the offset of the next byte since the first one ever printed. */
export const serialStream = {
  serial_stream: {
    path: { instance: NameOrId },
    query: { ...inProject, from_start: maybe(numeric(uint64)), most_recent: maybe(numeric(uint64)) },
    status: 200,
    raw: true,
  },
} satisfies Operations<'serial_stream'>
