// The seven steps of an upload with the published operations, in order, with the labels that users see.

export const steps = [
  { id: 'createDisk', label: 'Create temporary disk' },
  { id: 'startImport', label: 'Put disk in import mode' },
  { id: 'upload', label: 'Upload image file' },
  { id: 'stopImport', label: 'Get disk out of import mode' },
  { id: 'finalize', label: 'Finalize disk and create snapshot' },
  { id: 'createImage', label: 'Create image' },
  { id: 'cleanUp', label: 'Delete disk and snapshot' },
] as const

export type StepId = (typeof steps)[number]['id']
