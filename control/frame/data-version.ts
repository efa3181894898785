// The data version of a response. Equal versions mean that nothing was committed in between, so a browser can tell whether it
// missed a change. Only for an embedded database, where this process sees every commit.
import type { Host } from './context.ts'

export const DATA_VERSION_HEADER = 'x-data-version'

/** Includes the start time, because the commit counter starts over with the process. */
export function makeDataVersion({ clock, db }: Pick<Host, 'clock' | 'db'>): () => string | undefined {
  const started = clock.now().getTime()
  return () => (db.version === undefined ? undefined : `${started}.${db.version}`)
}
