// The serial console: an instance's output, and input to it.
import { z } from 'zod'
import { inProject, numeric, type Operations } from './define.ts'
import { NameOrId, maybe, uint64, uint8 } from './values.ts'

export const InstanceSerialConsoleData = z.object({ data: z.array(uint8), last_byte_offset: uint64 })

export const serialConsole = {
  instance_serial_console: {
    path: { instance: NameOrId },
    query: {
      ...inProject,
      from_start: maybe(numeric(uint64)),
      max_bytes: maybe(numeric(uint64)),
      most_recent: maybe(numeric(uint64)),
    },
    status: 200,
    answer: InstanceSerialConsoleData,
  },
  instance_serial_console_stream: {
    path: { instance: NameOrId },
    query: { ...inProject, most_recent: maybe(numeric(uint64)) },
    status: 200,
    raw: true,
  },
} satisfies Operations<'serial_console'>
