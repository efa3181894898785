// The steps of an upload, in order, with the labels that users see.

export interface Step {
  id: string
  label: string
}

/** With the published operations, which other hosts have too. */
export const steps = [
  { id: 'createDisk', label: 'Create temporary disk' },
  { id: 'startImport', label: 'Put disk in import mode' },
  { id: 'upload', label: 'Upload image file' },
  { id: 'stopImport', label: 'Get disk out of import mode' },
  { id: 'finalize', label: 'Finalize disk and create snapshot' },
  { id: 'createImage', label: 'Create image' },
  { id: 'cleanUp', label: 'Delete disk and snapshot' },
] as const

/** The steps of a file that the host makes an image of. */
export const stagedSteps = [
  { id: 'upload', label: 'Upload image file' },
  { id: 'makeImage', label: 'Create image' },
] as const satisfies readonly Step[]

/** The steps of a URL. */
export const fetchSteps = [
  { id: 'upload', label: 'Fetch image file' },
  { id: 'makeImage', label: 'Create image' },
] as const satisfies readonly Step[]

export type StepId = (typeof steps)[number]['id']
export type StepStatus = 'ready' | 'running' | 'complete' | 'error'
/** By the id of the step. */
export type StepStatuses = Readonly<Record<string, StepStatus>>

export const allReady = (list: readonly Step[]): StepStatuses => Object.fromEntries(list.map(({ id }) => [id, 'ready']))
