// Says that we are up. Needs no one to be logged in.
import type { Handlers } from './context.ts'

export const ping = {
  async ping() {
    return { status: 'ok' as const }
  },
} satisfies Handlers<'ping'>
