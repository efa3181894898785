// The body of every answer that says no. A message for it is made by errors.ts; this is its shape on the wire.
import { z } from 'zod'

export const Error = z.object({ error_code: z.string().optional(), message: z.string(), request_id: z.string() })
