// The databases that tests run on.
//
// - By default the server's two, and the preview's where a suite asks for it (`eachDatabaseAndWasm`).
// - `npm test -- --all` (RACKWRIGHT_TEST_ALL): all three everywhere.
// - RACKWRIGHT_TEST_DATABASES=libsql, or several with commas: exactly these.

export const ENGINES = ['libsql', 'wasm', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

const isEngine = (name: string): name is Engine => ENGINES.some((engine) => engine === name)

/** The databases to prepare. */
export function chosenEngines(named = process.env.RACKWRIGHT_TEST_DATABASES): readonly Engine[] {
  if (!named) return ENGINES
  return named.split(',').map((name) => {
    if (!isEngine(name)) throw new Error(`RACKWRIGHT_TEST_DATABASES names ${name}; there are ${ENGINES.join(', ')}`)
    return name
  })
}

/** The databases of a suite that names none. */
export function defaultEngines({ RACKWRIGHT_TEST_DATABASES, RACKWRIGHT_TEST_ALL } = process.env): readonly Engine[] {
  return RACKWRIGHT_TEST_DATABASES || RACKWRIGHT_TEST_ALL ? chosenEngines() : ['libsql', 'postgres']
}
