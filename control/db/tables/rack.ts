// Racks.
import { table, time, uuid } from '../define.ts'

export const rack = table('rack', { id: uuid(), time_created: time(), time_modified: time() }, { primary: ['id'] })
