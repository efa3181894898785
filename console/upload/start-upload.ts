// Starts an upload as a task: it continues when its form is closed, and the tray shows it.
import { paths } from '../paths.ts'
import { addTask, type TaskState } from '../tasks.ts'
import { confirm } from '../ui/overlay/confirm.tsx'
import { durationText } from '../util/duration.ts'
import { bytesText } from '../util/format.ts'
import { randomHex } from '../util/generated-name.ts'
import { browserPorts } from './browser-ports.ts'
import { cleaningText } from './clean-up-text.ts'
import { fileSource } from './file-source.ts'
import type { ImageParams } from './ports.ts'
import { fingerprintOf, makeStagedUpload } from './staged-upload.ts'
import { makeUpload } from './published/upload.ts'
import type { Upload, UploadState } from './upload.ts'

export type UploadSource =
  /** The host recognizes it, and makes an image of it. */
  | { type: 'file'; file: File }
  /** A raw disk for a host that has only the published operations. */
  | { type: 'raw'; file: File }
  | { type: 'url'; url: string }

interface UploadOrder {
  project: string
  image: ImageParams
  source: UploadSource
}

export interface StartedUpload {
  upload: Upload
  /** the name of the file, or the URL */
  title: string
  /** for removeTask */
  task: number
}

export const uploadKey = (project: string, image: string) => `upload ${project} ${image}`

/** Whether the image was created; resolves when the upload ends. */
export const whenDone = (upload: Upload) =>
  new Promise<boolean>((resolve) => {
    const check = () => {
      const { phase } = upload.state.get()
      if (phase === 'running' || phase === 'cleaning') return
      stop()
      resolve(phase === 'done')
    }
    const stop = upload.state.subscribe(check)
    check()
  })

export function startUpload(order: UploadOrder): StartedUpload {
  const { project, image, source } = order
  const upload = uploadOf(order)
  const task = addTask({
    key: uploadKey(project, image.name),
    title: `Upload image ${image.name}`,
    to: paths.images({ project }),
    state: taskStates(upload),
    subscribe: upload.state.subscribe,
    cancel: () => askToCancel(upload),
    retry: () => void startUpload(order),
    // the host fetches a URL by itself
    isFragile: source.type !== 'url',
  })
  void upload.start()
  return { upload, title: source.type === 'url' ? source.url : source.file.name, task }
}

function uploadOf({ project, image, source }: UploadOrder): Upload {
  const common = { project, image, ports: browserPorts }
  if (source.type === 'url') return makeStagedUpload({ ...common, source })
  const content = fileSource(source.file)
  if (source.type === 'raw') return makeUpload({ ...common, source: content, suffix: randomHex() })
  return makeStagedUpload({ ...common, source: { type: 'file', content, fingerprint: fingerprintOf(source.file) } })
}

export const askToCancel = (upload: Upload) =>
  confirm({
    title: 'Cancel upload',
    content: 'Uploaded data will be deleted.',
    tone: 'danger',
    width: 'narrow',
    actionLabel: 'Cancel upload',
    cancelLabel: 'Keep uploading',
    run: () => upload.cancel(),
  })

export const INTERRUPTED = 'Interrupted. Trying again…'

const taskStates = (upload: Upload) => () => taskStateOf(upload.state.get())

export function taskStateOf(state: UploadState): TaskState {
  const { phase, done, total, problem, left, whyNotCancel } = state
  // the size of a URL is unknown at first
  const percent = total === 0 ? undefined : Math.floor((done / total) * 100)
  const leftovers = left.length > 0 ? `Could not delete ${left.join(', ')}. Delete manually.` : undefined
  switch (phase) {
    case 'running':
      return { phase, percent, note: progressNote(state), whyNotCancel }
    case 'cleaning':
      return { phase: 'running', note: cleaningText(state), problem, whyNotCancel }
    case 'cancelled':
      return { phase: 'canceled', note: 'Canceled', problem: leftovers }
    case 'failed':
      return { phase, problem: [problem, leftovers].filter(Boolean).join(' ') }
    case 'done':
      return { phase, note: `${bytesText(total)} uploaded` }
  }
}

function progressNote(state: UploadState): string {
  const { stepList, steps: statuses, percentMade, done, total, secondsLeft } = state
  if (state.isInterrupted) return INTERRUPTED
  const step = stepList.find(({ id }) => statuses[id] === 'running')
  if (step?.id !== 'upload')
    return `${step?.label ?? 'Starting'}${percentMade === undefined ? '' : `, ${percentMade}% done`}`
  const rest = secondsLeft === undefined || done === total ? '' : `, ${durationText(secondsLeft)} left`
  return `${bytesText(done)} of ${bytesText(total)}${rest}`
}
