// Leases: which replica runs a background task, and until when.
import { table, text, time } from '../define.ts'

export const lease = table('lease', { name: text(), holder: text(), time_expires: time() }, { primary: ['name'] })
