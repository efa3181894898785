// The upload of a file that the host makes an image of, or of a URL that the host fetches. The host keeps what has arrived, so the same
// file continues where it stopped.
import { ApiError } from '#contract/errors.ts'
import type { Model } from '#contract/client.ts'
import { makeStore } from '../util/store.ts'
import { isGone, isUnknownOperation, makeAsk, problemOf, retry } from './asking.ts'
import { piecesFrom, type Piece } from './pieces.ts'
import type { ImageParams, Ports, Source } from './ports.ts'
import { makeRate } from './rate.ts'
import { allReady, fetchSteps, stagedSteps, type StepStatus } from './steps.ts'
import type { Upload, UploadState } from './upload.ts'

type Staged = Model<'ImageUpload'>

interface StagedOptions {
  project: string
  image: ImageParams
  source: { type: 'file'; content: Source; fingerprint: string } | { type: 'url'; url: string }
  ports: Ports
}

const POLL_INTERVAL_MS = 500
/** A piece takes this long at half a megabit per second. */
const PIECE_TIMEOUT_MS = 60_000
const CONFLICT = 409
const ONLY_RAW = 'This host takes only raw images. Decompress or convert the file first.'
const RESUMES = 'Upload the same file again to continue where it stopped.'

/** The same for the same file, unless it was changed. */
export const fingerprintOf = ({ name, size, lastModified }: File) => `${size} ${lastModified} ${name}`.slice(0, 500)

export function makeStagedUpload({ project, image, source, ports }: StagedOptions): Upload {
  const ask = makeAsk(ports)
  const controller = new AbortController()
  const { signal } = controller
  const [doneRate, sentRate] = [makeRate(), makeRate()]
  let sent = 0
  const stepList = source.type === 'url' ? fetchSteps : stagedSteps
  let id: string | undefined
  let state: UploadState = {
    phase: 'running',
    stepList,
    steps: allReady(stepList),
    done: 0,
    total: source.type === 'file' ? source.content.size : 0,
    rate: 0,
    secondsLeft: undefined,
    temporary: [],
    left: [],
  }
  const shown = makeStore(state)
  const update = (next: Partial<UploadState>) => shown.set((state = { ...state, ...next }))
  const mark = (step: 'upload' | 'makeImage', status: StepStatus) =>
    update({ steps: { ...state.steps, [step]: status } })

  /** Zeros are done without being sent. What the host fetches counts as sent. */
  function advance({ received, size }: Staged, sentBytes = received - state.done): void {
    const now = ports.now()
    const total = size ?? 0
    sent += sentBytes
    const pace = doneRate.note(now, received)
    const secondsLeft = pace > 0 ? (total - received) / pace : undefined
    update({ done: received, total, rate: sentRate.note(now, sent), secondsLeft })
  }

  const view = () => ask('image_upload_view', { path: { upload: id! } }, signal)
  const patiently = <T>(work: () => Promise<T>) => retry(work, { ...ports, signal }) as Promise<T>

  async function begin(): Promise<Staged> {
    const from =
      source.type === 'file'
        ? { type: source.type, size: source.content.size, fingerprint: source.fingerprint }
        : source
    const { name, description, os, version, blockSize } = image
    const body = { name, description, os, version, blockSize, source: from as { type: 'url'; url: string } }
    try {
      return await patiently(() => ask('image_upload_create', { query: { project }, body }, signal))
    } catch (error) {
      throw isUnknownOperation(error) ? new ApiError('image_upload_create', { status: 400, message: ONLY_RAW }) : error
    }
  }

  async function write({ offset, length, data }: Piece): Promise<Staged> {
    const params = {
      path: { upload: id! },
      query: data ? { offset } : { offset, zeros: length },
      body: data ?? new Uint8Array(),
    }
    try {
      return await patiently(() => ask('image_upload_write', params, signal, PIECE_TIMEOUT_MS))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error
      return patiently(view)
    }
  }

  /** The host says where to continue: after a lost response, that may be elsewhere. */
  async function send(content: Source, begun: Staged): Promise<void> {
    let at = begun
    while (at.state === 'receiving' && at.received < content.size)
      for await (const piece of piecesFrom(content, at.received)) {
        signal.throwIfAborted()
        at = await write(piece)
        advance(at, piece.data?.length ?? 0)
        if (at.state !== 'receiving' || at.received !== piece.offset + piece.length) break
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
    advance(begun, 0)
    if (source.type === 'file') await send(source.content, begun)
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
      } finally {
        if (source.type === 'file') source.content.close()
      }
    },
    cancel() {
      if (state.phase === 'running') controller.abort()
    },
  }
}
