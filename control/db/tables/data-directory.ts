// The data directory that belongs to this database. It holds the disk contents that the database describes.
import { table, time, uuid } from '../define.ts'

export const data_directory = table('data_directory', { id: uuid(), time_created: time() }, { primary: ['id'] })
