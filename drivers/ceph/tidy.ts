// Removes volumes whose clones still need their bytes. Such a volume loses its name at once; here its clones get bytes of their own
// (`rbd flatten`), and then it goes.
import type { Clock } from '../clock.ts'
import { BULK_MS, type CephTools, unanswered } from './tools.ts'

/** Volumes have no dots in their names. */
export const REMOVED = '.removed.'
export const PARTIAL = '.partial'
const AGAIN_MS = 60_000
const LIST_ATTEMPTS = 20

export interface ListedImage {
  image: string
  size: number
  /** Lines of snapshots have it. */
  snapshot?: string
  parent?: { image: string }
}

export async function imagesIn(tools: CephTools): Promise<ListedImage[]> {
  for (let attempt = 0; attempt < LIST_ATTEMPTS; attempt++) {
    const text = await tools.rbd(['ls', '--long', tools.pool.pool, '--format', 'json'])
    if (text !== undefined) return (JSON.parse(text) as ListedImage[]).filter(({ snapshot }) => snapshot === undefined)
    // an image was removed between its name and its size, and rbd gives up the whole list
  }
  throw unanswered()
}

export interface Tidying {
  /** There is something to do. Does not wait. */
  notice(): void
  close(): Promise<void>
}

export function startTidying(tools: CephTools, clock: Clock): Tidying {
  const closing = new AbortController()
  let wake = new AbortController()
  let isDue = true

  async function loop() {
    while (!closing.signal.aborted) {
      isDue = false
      // Ceph may be away, or a machine may still have the volume open
      const isDone = await tidy(tools, closing.signal).catch(() => false)
      if (isDue) continue
      if (closing.signal.aborted) return
      wake = new AbortController()
      const { signal } = wake
      const noticed = new Promise((resolve) => signal.addEventListener('abort', resolve))
      await (isDone ? noticed : clock.sleep(AGAIN_MS, signal).catch(() => undefined))
    }
  }

  const running = loop()
  return {
    notice() {
      isDue = true
      wake.abort()
    },
    async close() {
      closing.abort()
      wake.abort()
      await running
    },
  }
}

/** False if something is left. */
async function tidy(tools: CephTools, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const images = await imagesIn(tools)
    const due = images.filter(({ image }) => image.includes(REMOVED))
    if (due.length === 0) return true
    let removed = 0
    for (const { image } of due) {
      signal.throwIfAborted()
      const children = images.filter(({ parent }) => parent?.image === image)
      // one that is itself to be removed goes first
      for (const child of children.filter((each) => !each.image.includes(REMOVED)))
        await tools.rbd(['flatten', '--no-progress', tools.image(child.image)], { timeoutMs: BULK_MS, signal })
      const isGone = await tools.rbd(['rm', '--no-progress', tools.image(image)], { timeoutMs: BULK_MS, signal }).then(
        () => true,
        () => false,
      )
      if (isGone) removed++
    }
    if (removed === 0) return false
  }
}
