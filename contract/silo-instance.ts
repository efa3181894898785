// The instances of all projects of the silo that the caller can see, in one list. An addition of ours.
import { z } from 'zod'
import { byNameOrId, list, type Operations } from './define.ts'
import { Instance } from './instance.ts'
import { LabelText } from './label.ts'
import { Name } from './values.ts'

export const SiloInstance = z.object({ ...Instance.shape, project_name: Name, labels: z.array(LabelText) })

export const siloInstance = {
  /** A key as `label` matches all its values. */
  silo_instance_list: list(SiloInstance, byNameOrId, { query: { label: LabelText.optional() } }),
} satisfies Operations<'silo_instance'>
