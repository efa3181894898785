// The upload of a file that the host makes an image of, or of a URL that the host fetches, with its progress.
import { ApiError } from '#contract/errors.ts'
import { uploadStaged, type Read, type Staged, type StagedFile } from '#contract/staged-upload.ts'
import { makeStore } from '../util/store.ts'
import { isGone, isUnknownOperation, makeAsk, problemOf, retry, UnreadableFile } from './asking.ts'
import type { ImageParams, Ports, Source } from './ports.ts'
import { makeRate } from './rate.ts'
import { allReady, type Step, type StepStatus, type Upload, type UploadState } from './upload.ts'

interface FileToStage {
  type: 'file'
  content: Source
  fingerprint: string
}

interface StagedOptions {
  project: string
  image: ImageParams
  source: FileToStage | { type: 'url'; url: string }
  ports: Ports
}

const stepsOf = (type: 'file' | 'url'): readonly Step[] => [
  { id: 'upload', label: type === 'url' ? 'Fetch image file' : 'Upload image file' },
  { id: 'makeImage', label: 'Create image' },
]

/** A piece takes this long at half a megabit per second. */
const PIECE_TIMEOUT_MS = 60_000
const ONLY_RAW = 'This host takes only raw images. Decompress or convert the file first.'
const RESUMES = 'What was sent is kept for a day. Continue now, or upload the same file again.'

/** The same for the same file, unless it was changed. */
export const fingerprintOf = ({ name, size, lastModified }: File) => `${size} ${lastModified} ${name}`.slice(0, 500)

const fileOf = ({ content: { size }, fingerprint }: FileToStage): StagedFile => ({ type: 'file', size, fingerprint })

const readerOf =
  (content: Source): Read =>
  (offset, length) =>
    content.read(offset, length).catch((error: unknown) => {
      throw new UnreadableFile(error)
    })

export function makeStagedUpload({ project, image, source, ports }: StagedOptions): Upload {
  const ask = makeAsk(ports)
  const controller = new AbortController()
  const { signal } = controller
  const [doneRate, sentRate] = [makeRate(), makeRate()]
  let sent = 0
  const stepList = stepsOf(source.type)
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

  function advance({ received, size }: Staged, sentBytes: number): void {
    const now = ports.now()
    const total = size ?? 0
    sent += sentBytes
    const pace = doneRate.note(now, received)
    const secondsLeft = pace > 0 ? (total - received) / pace : undefined
    update({ done: received, total, rate: sentRate.note(now, sent), secondsLeft })
  }

  const onRetry = () => update({ isInterrupted: true })

  function onProgress(staged: Staged, sentBytes: number): void {
    id = staged.id
    if (state.isInterrupted) update({ isInterrupted: false })
    const isUploading = state.steps.upload === 'running'
    if (isUploading) advance(staged, sentBytes)
    else update({ percentMade: staged.percent ?? undefined })
    if (!isUploading || ['receiving', 'fetching', 'failed'].includes(staged.state)) return
    mark('upload', 'complete')
    mark('makeImage', 'running')
  }

  async function run(): Promise<void> {
    mark('upload', 'running')
    await uploadStaged({
      async call(operation, params) {
        const timeout = operation === 'image_upload_write' ? PIECE_TIMEOUT_MS : undefined
        try {
          const sending = () => ask(operation, params, signal, timeout)
          return (await retry(sending, { ...ports, signal, onRetry })) as Awaited<ReturnType<typeof sending>>
        } catch (error) {
          if (operation !== 'image_upload_create' || !isUnknownOperation(error)) throw error
          throw new ApiError(operation, { status: 400, message: ONLY_RAW })
        }
      },
      project,
      image,
      from: source.type === 'url' ? { source } : { source: fileOf(source), read: readerOf(source.content) },
      wait: (ms) => ports.wait(ms, signal),
      signal,
      onProgress,
    })
    mark('makeImage', 'complete')
  }

  /** Only a cancelled or refused upload is deleted; one that was cut off can continue. */
  async function giveUp(error: unknown): Promise<void> {
    const isCancelled = signal.aborted
    const isRefused = error instanceof ApiError && error.status < 500
    const failing = state.steps.makeImage === 'running' ? 'makeImage' : 'upload'
    if (!isCancelled) mark(failing, 'error')
    if (id !== undefined && (isCancelled || isRefused)) await remove(id)
    const canContinue = id !== undefined && !isRefused && source.type === 'file'
    const problem = [problemOf(error), ...(canContinue ? [RESUMES] : [])].join(' ')
    update(isCancelled ? { phase: 'cancelled' } : { phase: 'failed', problem, canContinue })
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
