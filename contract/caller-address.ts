// The address a request comes from, as the allow list sees it. An addition of ours.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { ip } from './values.ts'

export const callerAddress = {
  caller_address_view: { status: 200, answer: z.object({ ip }) },
} satisfies Operations<'caller_address'>
