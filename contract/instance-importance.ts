// Which instances start first when a sled is lost. An addition of ours.
import { z } from 'zod'
import { inProject, type Operations } from './define.ts'
import { NameOrId } from './values.ts'

/** `normal` unless somebody has chosen. */
export const InstanceImportance = z.enum(['high', 'normal', 'low'])

export const ImportanceOfInstance = z.object({ importance: InstanceImportance })

const at = { path: { instance: NameOrId }, query: inProject }

export const instanceImportance = {
  instance_importance_view: { ...at, status: 200, answer: ImportanceOfInstance },
  instance_importance_update: { ...at, body: ImportanceOfInstance, status: 200, answer: ImportanceOfInstance },
} satisfies Operations<'instance_importance'>
