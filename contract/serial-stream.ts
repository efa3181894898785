// The serial console's stream with places in it: where a connection was lost, the next goes on, without gap or repeat. An addition of
// ours: the published stream can only begin so many bytes before its end, and nobody knows where that is.
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
