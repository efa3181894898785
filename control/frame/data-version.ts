// The version of the data that a response was made from, so that a browser can tell whether it has missed a change: equal versions mean
// that nothing was committed in between. Only with an embedded database, whose commits this process counts.
import type { Host } from './context.ts'

export const DATA_VERSION_HEADER = 'x-data-version'

/** Unlike the count alone, it is not repeated after a restart. */
export function makeDataVersion({ clock, db }: Pick<Host, 'clock' | 'db'>): () => string | undefined {
  const started = clock.now().getTime()
  return () => (db.version === undefined ? undefined : `${started}.${db.version}`)
}
