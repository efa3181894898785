// Queries put together once and run ever after with other values: for those that every request runs, putting them together
// costs more than the database does.
import type { Compilable, CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'

/** Stands where a value will be. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

type Run = (sql: string, parameters: readonly unknown[]) => readonly unknown[]
const direct = new WeakMap<object, Run>()

/** An engine that needs no connection and no waiting says so: a query that is put together already can go straight to it. */
export const goStraight = (db: Queries, run: Run): void => void direct.set(db, run)
export const straightTo = (db: Queries): Run | undefined => direct.get(db)

/** `make` sees stand-ins, not values: it may hand them to the query and do nothing else with them. */
export function prepared<Values extends object, Row>(make: (db: Queries, values: Values) => Compilable<Row>) {
  const places = new Proxy({}, { get: (_, name) => new Place(String(name)) }) as Values
  /** Each engine has its own spelling, and its adapter is one and the same in all of its transactions. */
  const known = new WeakMap<object, CompiledQuery<Row>>()

  return async (db: Queries, values: Values): Promise<Row[]> => {
    const { adapter } = db.getExecutor()
    let compiled = known.get(adapter)
    if (!compiled) known.set(adapter, (compiled = make(db, places).compile()))
    const parameters = compiled.parameters.map((value) =>
      value instanceof Place ? values[value.name as keyof Values] : value,
    )
    const run = direct.get(db)
    if (run) return run(compiled.sql, parameters) as Row[]
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}
