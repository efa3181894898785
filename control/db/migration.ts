// One numbered step of the database's schema.
import type { Dialect, UntypedDb } from './create.ts'
import type { KeptRow } from './tables/deleted/kept.ts'

export interface Migration {
  name: string
  up(db: UntypedDb, dialect: Dialect): Promise<void>
  /**
   * By table: what the step makes of a row that was deleted before it and may be restored after it. Needed if such a row would not fit
   * the table any more: for a column that is renamed, or new and not nullable.
   */
  kept?: Readonly<Record<string, (row: KeptRow) => KeptRow>>
}
