// The body of every error response on the wire. errors.ts turns it into a message.
import { z } from 'zod'

export const Error = z.object({ error_code: z.string().optional(), message: z.string(), request_id: z.string() })
