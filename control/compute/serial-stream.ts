// The serial console's stream with offsets, so that viewers can resume after a lost connection.
import type { serialStream as operations } from '#contract/serial-stream.ts'
import type { Handlers } from '../frame/context.ts'
import { serveViewer } from './serial-console.ts'

export const serialStream = {
  serial_stream: {
    async socket({ path, query }, socket, renew) {
      const { project, from_start, most_recent } = query
      // the offset is more exact, so it wins if both are given
      const from =
        from_start !== null ? { from_start } : most_recent !== null ? { most_recent } : ({ from_start: 0 } as const)
      const onPlace = (offset: number) => socket.send(JSON.stringify({ offset }))
      return serveViewer({ ...path, project, from, onPlace }, socket, renew)
    },
  },
} satisfies Handlers<keyof typeof operations>
