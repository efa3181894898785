// The API calls of each step of an upload. upload.ts runs the steps in order and handles failures.
import { GIB } from '#contract/limits.ts'
import { ApiError } from '#contract/errors.ts'
import { isTransient, retry, type Ask } from '../asking.ts'
import { sendChunks } from './chunks.ts'
import { cleanUp, type Created } from './clean-up.ts'
import type { ImageParams, Ports, Source } from '../ports.ts'
import type { StepId } from './steps.ts'

const POLL_INTERVAL_MS = 300

export class Cancelled extends Error {}

interface WorkOptions {
  ask: Ask
  ports: Ports
  project: string
  image: ImageParams
  source: Source
  suffix: string
  signal: AbortSignal
  /** kept up to date for the clean-up */
  created: Created
  onDone: (bytes: number, sent: number) => void
}

/** A failure that only the state shows. */
const refused = (message: string) => new ApiError('disk_view', { status: 400, message })

export function makeWork(options: WorkOptions): Record<StepId, () => Promise<unknown>> {
  const { ask, ports, project, image, source, suffix, signal, created, onDone } = options
  const query = { project }
  const disk = `tmp-for-image-${suffix}`
  const snapshot = `tmp-snapshot-${suffix}`
  const atDisk = { path: { disk }, query }
  const atSnapshot = { path: { snapshot }, query }
  const diskState = async () => (await ask('disk_view', atDisk)).state.state
  const viewSnapshot = () => ask('snapshot_view', atSnapshot)
  const viewImage = () => ask('image_view', { path: { image: image.name }, query })

  /** Polls until a temporary state has passed. */
  async function until<T>(look: () => Promise<T>, isReady: (found: T) => boolean): Promise<void> {
    while (!signal.aborted) {
      const found = await retry(look, ports)
      if (found !== undefined && isReady(found)) return
      await ports.wait(POLL_INTERVAL_MS, signal)
    }
    throw new Cancelled()
  }

  /** After a lost response the resource may exist or not, so it stays marked as unsure. */
  async function create(what: 'disk' | 'snapshot', work: () => Promise<unknown>, look: () => Promise<unknown>) {
    created[what] = { disk, snapshot }[what]
    created.unsure = what
    try {
      await retry(work, { ...ports, isDone: async () => Boolean(await look()) })
      delete created.unsure
    } catch (error) {
      if (!isTransient(error)) {
        delete created[what]
        delete created.unsure
      }
      throw error
    }
  }

  const change = (operation: 'disk_bulk_write_import_start' | 'disk_bulk_write_import_stop', to: string) =>
    retry(() => ask(operation, atDisk), { ...ports, isDone: async () => (await diskState()) === to })

  return {
    async createDisk() {
      const body = {
        name: disk,
        description: `Temporary disk for uploading image ${image.name}`,
        diskSource: { type: 'importing_blocks' as const, blockSize: image.blockSize },
        size: Math.max(1, Math.ceil(source.size / GIB)) * GIB,
      }
      await create('disk', () => ask('disk_create', { query, body }), diskState)
      await until(diskState, (found) => {
        if (found === 'faulted') throw refused('The temporary disk could not be created')
        return found !== 'creating'
      })
    },
    startImport: () => change('disk_bulk_write_import_start', 'importing_from_bulk_writes'),
    upload: () => sendChunks({ ask, ports, source, blockSize: image.blockSize, target: atDisk, signal, onDone }),
    stopImport: () => change('disk_bulk_write_import_stop', 'import_ready'),
    async finalize() {
      const body = { snapshotName: snapshot }
      await create('snapshot', () => ask('disk_finalize_import', { ...atDisk, body }), viewSnapshot)
      await until(viewSnapshot, ({ state }) => {
        if (state === 'faulted') throw refused('The snapshot of the temporary disk could not be created')
        return state !== 'creating'
      })
    },
    async createImage() {
      const { id } = await viewSnapshot()
      const { name, description, os, version } = image
      const body = { name, description, os, version, source: { type: 'snapshot' as const, id } }
      const isDone = async () => Boolean(await viewImage())
      const answer = await retry(() => ask('image_create', { query, body }), { ...ports, isDone })
      created.image = (answer ?? (await viewImage())).id
    },
    async cleanUp() {
      const left = await cleanUp({ ask, ports, project }, created)
      if (left.length > 0) throw new Error(`not deleted: ${left.join(', ')}`)
    },
  }
}
