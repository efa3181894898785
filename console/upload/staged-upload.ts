// The upload of a file that the host makes an image of, or of a URL that the host fetches. The host keeps what has arrived, so the same
// file continues where it stopped.
import { ApiError } from '#contract/errors.ts'
import { MAX_UPLOAD_PIECE_BYTES } from '#contract/limits.ts'
import type { Model } from '#contract/client.ts'
import { makeStore } from '../util/store.ts'
import { isGone, isUnknownOperation, makeAsk, problemOf, retry, UnreadableFile } from './asking.ts'
import type { ImageParams, Ports } from './ports.ts'
import { makeRate } from './rate.ts'
import { allReady, fetchSteps, stagedSteps, type StepStatus } from './steps.ts'
import type { Upload, UploadState } from './upload.ts'

type Staged = Model<'ImageUpload'>

interface StagedOptions {
  project: string
  image: ImageParams
  source: { type: 'file'; file: File } | { type: 'url'; url: string }
  ports: Ports
}

const POLL_INTERVAL_MS = 500
const CONFLICT = 409
const ONLY_RAW = 'This host takes only raw images. Decompress or convert the file first.'
const RESUMES = 'Upload the same file again to continue where it stopped.'

/** The same for the same file, unless it was changed. */
export const fingerprintOf = ({ name, size, lastModified }: File) => `${size} ${lastModified} ${name}`.slice(0, 500)

export function makeStagedUpload({ project, image, source, ports }: StagedOptions): Upload {
  const ask = makeAsk(ports)
  const controller = new AbortController()
  const { signal } = controller
  const rate = makeRate()
  const stepList = source.type === 'url' ? fetchSteps : stagedSteps
  let id: string | undefined
  let state: UploadState = {
    phase: 'running',
    stepList,
    steps: allReady(stepList),
    done: 0,
    total: source.type === 'file' ? source.file.size : 0,
    rate: 0,
    secondsLeft: undefined,
    temporary: [],
    left: [],
  }
  const shown = makeStore(state)
  const update = (next: Partial<UploadState>) => shown.set((state = { ...state, ...next }))
  const mark = (step: 'upload' | 'makeImage', status: StepStatus) =>
    update({ steps: { ...state.steps, [step]: status } })

  function advance({ received, size }: Staged): void {
    const pace = rate.note(ports.now(), received)
    const total = size ?? 0
    update({ done: received, total, rate: pace, secondsLeft: pace > 0 ? (total - received) / pace : undefined })
  }

  const view = () => ask('image_upload_view', { path: { upload: id! } }, signal)
  const patiently = <T>(work: () => Promise<T>) => retry(work, { ...ports, signal }) as Promise<T>

  async function begin(): Promise<Staged> {
    const file = source.type === 'file' ? source.file : undefined
    const from = file ? { type: 'file' as const, size: file.size, fingerprint: fingerprintOf(file) } : source
    const { name, description, os, version, blockSize } = image
    const body = { name, description, os, version, blockSize, source: from as { type: 'url'; url: string } }
    try {
      return await patiently(() => ask('image_upload_create', { query: { project }, body }, signal))
    } catch (error) {
      throw isUnknownOperation(error) ? new ApiError('image_upload_create', { status: 400, message: ONLY_RAW }) : error
    }
  }

  /** After a lost response, the host says where to continue. */
  async function send(file: File, begun: Staged): Promise<void> {
    for (let at = begun; at.state === 'receiving';) {
      signal.throwIfAborted()
      const offset = at.received
      const piece = await file
        .slice(offset, offset + MAX_UPLOAD_PIECE_BYTES)
        .arrayBuffer()
        .catch((error: unknown) => {
          throw new UnreadableFile(error)
        })
      const body = new Uint8Array(piece)
      try {
        const write = () => ask('image_upload_write', { path: { upload: at.id }, query: { offset }, body }, signal)
        at = await patiently(write)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error
        at = await patiently(view)
      }
      advance(at)
    }
  }

  async function untilEnded(wanted: (staged: Staged) => boolean): Promise<Staged> {
    for (;;) {
      const staged = await patiently(view)
      if (state.steps.upload === 'running') advance(staged)
      else update({ percentMade: staged.percent ?? undefined })
      if (staged.state === 'failed')
        throw new ApiError('image_upload_view', { status: 400, message: staged.problem ?? '' })
      if (wanted(staged)) return staged
      await ports.wait(POLL_INTERVAL_MS, signal)
      signal.throwIfAborted()
    }
  }

  async function run(): Promise<void> {
    mark('upload', 'running')
    const begun = await begin()
    id = begun.id
    advance(begun)
    if (source.type === 'file') await send(source.file, begun)
    else await untilEnded(({ state: now }) => now !== 'fetching' && now !== 'receiving')
    mark('upload', 'complete')
    mark('makeImage', 'running')
    await untilEnded(({ state: now }) => now === 'done')
    mark('makeImage', 'complete')
  }

  /** Only a cancelled or refused upload is deleted; one that was cut off can continue. */
  async function giveUp(error: unknown): Promise<void> {
    const isCancelled = signal.aborted
    const isRefused = error instanceof ApiError && error.status < 500
    const failing = state.steps.makeImage === 'running' ? 'makeImage' : 'upload'
    if (!isCancelled) mark(failing, 'error')
    if (id !== undefined && (isCancelled || isRefused)) await remove(id)
    const canResume = id !== undefined && !isRefused && source.type === 'file'
    const problem = [problemOf(error), ...(canResume ? [RESUMES] : [])].join(' ')
    update(isCancelled ? { phase: 'cancelled' } : { phase: 'failed', problem })
  }

  async function remove(upload: string): Promise<void> {
    update({ phase: 'cleaning', whyNotCancel: 'The upload is already being cleaned up' })
    try {
      await retry(() => ask('image_upload_delete', { path: { upload } }), ports)
    } catch (error) {
      if (!isGone(error)) update({ left: ['the staged file'] })
    }
  }

  return {
    state: shown,
    async start() {
      try {
        await run()
        update({ phase: 'done' })
      } catch (error) {
        await giveUp(error)
      }
    },
    cancel() {
      if (state.phase === 'running') controller.abort()
    },
  }
}
