// How long what is deleted in a silo can be restored. An addition of ours.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { MAX_DELETED_RETENTION_SECONDS } from './limits.ts'
import { NameOrId, uint32 } from './values.ts'

export const DeletedSettings = z.object({
  /** Zero: what is deleted is removed at once. */
  retention_seconds: uint32,
})
export const DeletedSettingsUpdate = z.object({
  retention_seconds: uint32.refine(
    (seconds) => seconds <= MAX_DELETED_RETENTION_SECONDS,
    `expected at most ${MAX_DELETED_RETENTION_SECONDS} seconds`,
  ),
})

const at = { path: { silo: NameOrId } }

export const deletedSettings = {
  deleted_settings_view: { ...at, status: 200, answer: DeletedSettings },
  /** What is deleted already keeps its time. */
  deleted_settings_update: { ...at, body: DeletedSettingsUpdate, status: 200, answer: DeletedSettings },
} satisfies Operations<'deleted_settings'>
