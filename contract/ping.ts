// Reports that the API is up. Needs no credentials.
import { z } from 'zod'
import type { Operations } from './define.ts'

export const PingStatus = z.literal('ok')
export const Ping = z.object({ status: PingStatus })

export const ping = {
  ping: { status: 200, answer: Ping },
} satisfies Operations<'ping'>
