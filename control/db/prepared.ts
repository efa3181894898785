// Queries compiled once and run with different values. For queries on the path of every request, compiling costs more than the
// database does.
import type { Compilable, CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'

/** A placeholder for a value. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

type Run = (sql: string, parameters: readonly unknown[]) => readonly unknown[]
const direct = new WeakMap<object, Run>()

/** Registers a synchronous engine's run function, which compiled queries call directly. */
export const setDirectRun = (db: Queries, run: Run): void => void direct.set(db, run)
export const directRunOf = (db: Queries): Run | undefined => direct.get(db)

/** `make` receives placeholders instead of values: it can only pass them to the query. */
export function prepared<Values extends object, Row>(make: (db: Queries, values: Values) => Compilable<Row>) {
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Values
  /** Compiled SQL per engine, keyed by its adapter, which all its transactions share. */
  const known = new WeakMap<object, CompiledQuery<Row>>()

  return async (db: Queries, values: Values): Promise<Row[]> => {
    const { adapter } = db.getExecutor()
    let compiled = known.get(adapter)
    if (!compiled) known.set(adapter, (compiled = make(db, placeholders).compile()))
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    )
    const run = direct.get(db)
    if (run) return run(compiled.sql, parameters) as Row[]
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}
