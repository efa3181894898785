// Opens the form that changes what a disk or snapshot is made for.
import type { Action } from './action.tsx'

export const architectureAction = (open: () => void): Action => ({
  label: 'Change architecture',
  icon: 'edit',
  sends: 'architecture_update',
  run: open,
})
