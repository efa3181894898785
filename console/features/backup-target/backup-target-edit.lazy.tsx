// The forms that the page of backup targets opens over itself.
export { BackupTargetEditForm } from './backup-target-form.tsx'
export { BackupTargetSiloForm } from './backup-target-silo-form.tsx'
export { BackupTargetImportForm } from './backup-target-import-form.tsx'
