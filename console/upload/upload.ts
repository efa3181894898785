// One upload of an image, from the first call to the last, without a page around it. It tells how far it is, can be cancelled at
// any step until the image is there, and leaves nothing behind that it made for itself.
import { makeAsk, problemOf } from './asking.ts'
import { cleanUp, type Made } from './clean-up.ts'
import type { ImageParams, Ports, Source } from './ports.ts'
import { makeRate } from './rate.ts'
import { allReady, steps, type StepId, type StepStatus, type StepStatuses } from './steps.ts'
import { Cancelled, makeWork } from './work.ts'

const TELL_EVERY = 100

/** `cleaning`: it was cancelled or has failed, and takes away what it made. */
export type Phase = 'running' | 'cleaning' | 'cancelled' | 'failed' | 'done'

export interface UploadState {
  phase: Phase
  steps: StepStatuses
  /** bytes of the file; what is zero counts as done without being sent */
  done: number
  total: number
  /** bytes per second over the line */
  rate: number
  secondsLeft: number | undefined
  problem?: string
  /** what could not be taken away again, in words */
  left: readonly string[]
  /** why it cannot be cancelled any more */
  whyNotCancel?: string
}

export interface UploadOptions {
  project: string
  image: ImageParams
  source: Source
  ports: Ports
  /** makes the names of what is temporary unlike others */
  suffix: string
}

export interface Upload {
  state(): UploadState
  subscribe(listener: () => void): () => void
  /** Ends when all is done or cleaned up; never rejects. */
  start(): Promise<void>
  cancel(): void
}

export function makeUpload({ project, image, source, ports, suffix }: UploadOptions): Upload {
  const ask = makeAsk(ports)
  const controller = new AbortController()
  const { signal } = controller
  const made: Made = {}
  const listeners = new Set<() => void>()
  const [doneRate, sentRate] = [makeRate(), makeRate()]
  let sent = 0
  let told = -Infinity
  let state: UploadState = {
    phase: 'running',
    steps: allReady,
    done: 0,
    total: source.size,
    rate: 0,
    secondsLeft: undefined,
    left: [],
  }

  function become(next: Partial<UploadState>): void {
    state = { ...state, ...next }
    told = ports.now()
    for (const listener of listeners) listener()
  }
  const mark = (step: StepId, status: StepStatus) => become({ steps: { ...state.steps, [step]: status } })

  function advance(bytes: number, sentBytes: number): void {
    const now = ports.now()
    const done = state.done + bytes
    sent += sentBytes
    const pace = doneRate.note(now, done)
    const rate = sentRate.note(now, sent)
    const next = { done, rate, secondsLeft: pace > 0 ? (state.total - done) / pace : undefined }
    // thousands of chunks a second when they are zero: nobody can read that fast
    if (now - told >= TELL_EVERY || done === state.total) become(next)
    else state = { ...state, ...next }
  }

  const work = makeWork({ ask, ports, project, image, source, suffix, signal, made, onDone: advance })

  async function run(): Promise<void> {
    for (const { id } of steps) {
      mark(id, 'running')
      try {
        await work[id]()
        if (signal.aborted) throw new Cancelled()
      } catch (error) {
        if (!signal.aborted) mark(id, 'error')
        throw error
      }
      if (id === 'createImage') {
        // from here on it is the person's
        delete made.image
        become({ whyNotCancel: 'The image is there already' })
      }
      mark(id, 'complete')
    }
  }

  async function giveUp(error: unknown): Promise<void> {
    const wasCancelled = signal.aborted
    const isReady = state.steps.createImage === 'complete'
    become({
      phase: 'cleaning',
      whyNotCancel: 'It is being cleaned up already',
      ...(!wasCancelled && {
        problem: isReady ? 'The image is ready, but what was made for it is still there.' : problemOf(error),
      }),
    })
    const left = await cleanUp({ ask, ports, project }, made)
    become({ phase: wasCancelled ? 'cancelled' : 'failed', left })
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async start() {
      try {
        await run()
        become({ phase: 'done' })
      } catch (error) {
        await giveUp(error)
      } finally {
        source.close()
      }
    },
    cancel() {
      if (state.phase === 'running' && !state.whyNotCancel) controller.abort()
    },
  }
}
