// Reports that the API is up. Needs no login.
import type { Handlers } from './context.ts'

export const ping = {
  async ping() {
    return { status: 'ok' as const }
  },
} satisfies Handlers<'ping'>
