// One numbered step of the database's schema.
import type { Dialect, UntypedDb } from './create.ts'

export interface Migration {
  name: string
  up(db: UntypedDb, dialect: Dialect): Promise<void>
}
