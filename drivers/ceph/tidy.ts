// Removes volumes whose clones still need their bytes. Such a volume loses its name at once; here its clones get bytes of their own
// (`rbd flatten`), and then it goes. So does what a server that was killed had begun and nobody wants any more.
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

export const imagesIn = async (tools: CephTools) =>
  (await listIn(tools)).filter(({ snapshot }) => snapshot === undefined)

async function listIn(tools: CephTools): Promise<ListedImage[]> {
  for (let attempt = 0; attempt < LIST_ATTEMPTS; attempt++) {
    const text = await tools.rbd(['ls', '--long', tools.pool.pool, '--format', 'json'])
    if (text !== undefined) return JSON.parse(text) as ListedImage[]
    // an image was removed between its name and its size, and rbd gives up the whole list
  }
  throw unanswered()
}

/** Removes what was begun for a volume that is not to be: half of a clone, and snapshots with its name in what it was to be a copy of. */
export async function forgetBegun(tools: CephTools, id: string, listed?: ListedImage[]): Promise<void> {
  const found = listed ?? (await listIn(tools))
  const hasHalf = found.some(({ image }) => image === id + PARTIAL)
  if (hasHalf) await tools.rbd(['rm', '--no-progress', tools.image(id + PARTIAL)])
  for (const { image, snapshot } of found) if (snapshot === id) await removeSnapshot(tools, image, snapshot)
}

/** Ceph keeps its bytes for as long as a clone needs them. */
const removeSnapshot = (tools: CephTools, name: string, snapshot: string) =>
  tools.rbd(['snap', 'rm', '--no-progress', `${tools.image(name)}@${snapshot}`])

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
    const listed = await listIn(tools)
    const images = listed.filter(({ snapshot }) => snapshot === undefined)
    const due = images.filter(({ image }) => image.includes(REMOVED))
    if (due.length === 0) return true
    let removed = 0
    for (const { image } of due) {
      signal.throwIfAborted()
      await forgetBegun(tools, image.slice(0, image.indexOf(REMOVED)), listed)
      // with a snapshot of its own it could not go
      for (const { image: of, snapshot } of listed)
        if (of === image && snapshot !== undefined) await removeSnapshot(tools, of, snapshot)
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
