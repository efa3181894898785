// The disk forms that other pages open on demand. The page for a new disk imports disk-form.tsx itself.
export { DiskDraftForm, DiskForm } from './disk-form.tsx'
