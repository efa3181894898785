// What each step of an upload asks of the API. In which order, and what becomes of it, is upload.ts's.
import { ApiError } from '#contract/errors.ts'
import { isTransient, persist, type Ask } from './asking.ts'
import { sendChunks } from './chunks.ts'
import { cleanUp, type Made } from './clean-up.ts'
import type { ImageParams, Ports, Source } from './ports.ts'
import type { StepId } from './steps.ts'

const GiB = 2 ** 30
const LOOK_AGAIN = 300

export class Cancelled extends Error {}

interface WorkOptions {
  ask: Ask
  ports: Ports
  project: string
  image: ImageParams
  source: Source
  suffix: string
  signal: AbortSignal
  /** kept up to date, for whoever has to take it away again */
  made: Made
  onDone: (bytes: number, sent: number) => void
}

/** What the API would have said if it had been asked. */
const refused = (message: string) => new ApiError('disk_view', { status: 400, message })

export function makeWork(options: WorkOptions): Record<StepId, () => Promise<unknown>> {
  const { ask, ports, project, image, source, suffix, signal, made, onDone } = options
  const query = { project }
  const disk = `tmp-for-image-${suffix}`
  const snapshot = `tmp-snapshot-${suffix}`
  const atDisk = { path: { disk }, query }
  const atSnapshot = { path: { snapshot }, query }
  const diskState = async () => (await ask('disk_view', atDisk)).state.state
  const viewSnapshot = () => ask('snapshot_view', atSnapshot)
  const viewImage = () => ask('image_view', { path: { image: image.name }, query })

  /** Waits for what passes by itself. */
  async function until<T>(look: () => Promise<T>, isThere: (found: T) => boolean): Promise<void> {
    while (!signal.aborted) {
      const found = await persist(look, ports)
      if (found !== undefined && isThere(found)) return
      await ports.wait(LOOK_AGAIN, signal)
    }
    throw new Cancelled()
  }

  /** Known to be there from a yes on, and perhaps there when the answer was lost. */
  async function make(what: 'disk' | 'snapshot', work: () => Promise<unknown>, look: () => Promise<unknown>) {
    made[what] = { disk, snapshot }[what]
    made.unsure = what
    try {
      await persist(work, { ...ports, isDone: async () => Boolean(await look()) })
      delete made.unsure
    } catch (error) {
      if (!isTransient(error)) {
        delete made[what]
        delete made.unsure
      }
      throw error
    }
  }

  const change = (operation: 'disk_bulk_write_import_start' | 'disk_bulk_write_import_stop', to: string) =>
    persist(() => ask(operation, atDisk), { ...ports, isDone: async () => (await diskState()) === to })

  return {
    async createDisk() {
      const body = {
        name: disk,
        description: `Takes in the file of image ${image.name}; deleted when that is done`,
        diskSource: { type: 'importing_blocks' as const, blockSize: image.blockSize },
        size: Math.max(1, Math.ceil(source.size / GiB)) * GiB,
      }
      await make('disk', () => ask('disk_create', { query, body }), diskState)
      await until(diskState, (found) => {
        if (found === 'faulted') throw refused('The temporary disk could not be made')
        return found !== 'creating'
      })
    },
    startImport: () => change('disk_bulk_write_import_start', 'importing_from_bulk_writes'),
    upload: () => sendChunks({ ask, ports, source, blockSize: image.blockSize, target: atDisk, signal, onDone }),
    stopImport: () => change('disk_bulk_write_import_stop', 'import_ready'),
    async finalize() {
      const body = { snapshotName: snapshot }
      await make('snapshot', () => ask('disk_finalize_import', { ...atDisk, body }), viewSnapshot)
      await until(viewSnapshot, ({ state }) => {
        if (state === 'faulted') throw refused('The snapshot of the temporary disk could not be taken')
        return state !== 'creating'
      })
    },
    async createImage() {
      const { id } = await viewSnapshot()
      const { name, description, os, version } = image
      const body = { name, description, os, version, source: { type: 'snapshot' as const, id } }
      const isDone = async () => Boolean(await viewImage())
      const answer = await persist(() => ask('image_create', { query, body }), { ...ports, isDone })
      made.image = (answer ?? (await viewImage())).id
    },
    async cleanUp() {
      const left = await cleanUp({ ask, ports, project }, made)
      if (left.length > 0) throw new Error(`still there: ${left.join(', ')}`)
    },
  }
}
