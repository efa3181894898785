// One image upload in the seven published steps, which other hosts have too. It can be canceled until the image exists, and deletes
// everything temporary that it created.
import { makeStore } from '../../util/store.ts'
import { makeAsk, problemOf } from '../asking.ts'
import type { ImageParams, Ports, Source } from '../ports.ts'
import { makeRate } from '../rate.ts'
import { allReady, type StepStatus, type Upload, type UploadState } from '../upload.ts'
import { cleanUp, type Created } from './clean-up.ts'
import { steps, type StepId } from './steps.ts'
import { Cancelled, makeWork } from './work.ts'

const NOTIFY_INTERVAL_MS = 100

export interface UploadOptions {
  project: string
  image: ImageParams
  source: Source
  ports: Ports
  /** makes the names of temporary resources unique */
  suffix: string
}

export function makeUpload({ project, image, source, ports, suffix }: UploadOptions): Upload {
  const ask = makeAsk(ports)
  const controller = new AbortController()
  const { signal } = controller
  const created: Created = {}
  const [doneRate, sentRate] = [makeRate(), makeRate()]
  let sent = 0
  let notifiedAt = -Infinity
  let state: UploadState = {
    phase: 'running',
    stepList: steps,
    steps: allReady(steps),
    done: 0,
    total: source.size,
    rate: 0,
    secondsLeft: undefined,
    temporary: [],
    left: [],
  }
  const shown = makeStore(state)

  function update(next: Partial<UploadState>): void {
    state = { ...state, ...next }
    notifiedAt = ports.now()
    shown.set(state)
  }
  const mark = (step: StepId, status: StepStatus) => update({ steps: { ...state.steps, [step]: status } })

  function advance(bytes: number, sentBytes: number): void {
    const now = ports.now()
    const done = state.done + bytes
    sent += sentBytes
    const pace = doneRate.note(now, done)
    const rate = sentRate.note(now, sent)
    const next = { done, rate, secondsLeft: pace > 0 ? (state.total - done) / pace : undefined }
    // chunks of zeros pass by the thousand, too fast to render each
    if (now - notifiedAt >= NOTIFY_INTERVAL_MS || done === state.total) update(next)
    else state = { ...state, ...next }
  }

  const work = makeWork({ ask, ports, project, image, source, suffix, signal, created, onDone: advance })

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
        // from here on the image is the user's
        delete created.image
        update({ whyNotCancel: 'The image already exists' })
      }
      mark(id, 'complete')
    }
  }

  async function giveUp(error: unknown): Promise<void> {
    const wasCancelled = signal.aborted
    const isReady = state.steps.createImage === 'complete'
    update({
      phase: 'cleaning',
      whyNotCancel: 'The upload is already being cleaned up',
      temporary: (['disk', 'snapshot'] as const).filter((what) => created[what] && created.unsure !== what),
      ...(!wasCancelled && {
        problem: isReady
          ? 'The image is ready, but its temporary disk and snapshot could not be deleted.'
          : problemOf(error),
      }),
    })
    const left = await cleanUp({ ask, ports, project }, created)
    update({ phase: wasCancelled ? 'cancelled' : 'failed', left })
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
        source.close()
      }
    },
    cancel() {
      if (state.phase === 'running' && !state.whyNotCancel) controller.abort()
    },
  }
}
