// What every image upload has, whichever way it takes: steps, progress, and an end. It is independent of any page.
import type { Readable } from '../util/store.ts'

export interface Step {
  id: string
  /** as users see it */
  label: string
}

export type StepStatus = 'ready' | 'running' | 'complete' | 'error'
/** By the id of the step. */
type StepStatuses = Readonly<Record<string, StepStatus>>

export const allReady = (list: readonly Step[]): StepStatuses => Object.fromEntries(list.map(({ id }) => [id, 'ready']))

/** `cleaning`: canceled or failed, and deleting what is temporary. */
export type Phase = 'running' | 'cleaning' | 'cancelled' | 'failed' | 'done'

export interface UploadState {
  phase: Phase
  stepList: readonly Step[]
  steps: StepStatuses
  /** bytes of the file; zeros count as done without being sent */
  done: number
  total: number
  /** how much of the image the host has made, if it says so */
  percentMade?: number | undefined
  /** bytes sent per second */
  rate: number
  secondsLeft: number | undefined
  /** nothing gets through at the moment; it goes on by itself */
  isInterrupted?: boolean
  problem?: string
  /** what was sent is kept, and the same file continues there */
  canContinue?: boolean
  /** what the clean-up after a failure deletes */
  temporary: readonly ('disk' | 'snapshot')[]
  /** descriptions of what could not be deleted */
  left: readonly string[]
  /** why it can no longer be canceled */
  whyNotCancel?: string
}

export interface Upload {
  state: Readable<UploadState>
  /** Resolves when everything is done or cleaned up; never rejects. */
  start(): Promise<void>
  cancel(): void
}
