// The addresses of the servers of the installation, noted in the mark of the pool: none of them may be fenced. Each address is a note of its
// own, with the time at which a server last had it, so that servers with the same name, and addresses gained later, do not get lost.
import type { Clock } from '../clock.ts'
import { MARK } from './mark.ts'
import type { CephTools } from './tools.ts'

const SERVER = 'rackwright.server.'
/** Notes are renewed so often. */
const RENEW_MS = 3_600_000
/** Afterwards, an address that no server has renewed may belong to a host. */
const KEPT_MS = 7 * 86_400_000

export function makeServerNotes({ rbd, image }: Pick<CephTools, 'rbd' | 'image'>, clock: Pick<Clock, 'now'>) {
  /** When this server noted each of its addresses last. */
  const noted = new Map<string, number>()

  async function all(): Promise<[address: string, time: number][]> {
    const meta = (await rbd(['image-meta', 'ls', image(MARK), '--format', 'json'])) ?? ''
    const entries = Object.entries(JSON.parse(meta.trim() || '{}') as Record<string, string>)
    return entries
      .filter(([key]) => key.startsWith(SERVER))
      .map(([key, time]) => [key.slice(SERVER.length), Date.parse(time)])
  }

  /** What is noted for a time ahead was noted before a clock was set back. */
  const isKept = (time: number) => clock.now().getTime() - time < KEPT_MS

  return {
    /** Writes down the addresses that this server has. */
    async note(addresses: readonly string[]): Promise<void> {
      const now = clock.now()
      const isDue = (address: string) => Math.abs(now.getTime() - (noted.get(address) ?? -Infinity)) >= RENEW_MS
      const due = [...new Set(addresses)].filter(isDue)
      for (const address of due) {
        await rbd(['image-meta', 'set', image(MARK), SERVER + address, now.toISOString()])
        noted.set(address, now.getTime())
      }
      if (due.length === 0) return
      for (const [address, time] of await all())
        if (!isKept(time)) await rbd(['image-meta', 'remove', image(MARK), SERVER + address])
    },
    /** Lists those of every server. */
    addresses: async (): Promise<string[]> =>
      (await all()).filter(([, time]) => isKept(time)).map(([address]) => address),
  }
}
