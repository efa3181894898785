// The CD drive of an instance, for installers. An addition of ours.
import { z } from 'zod'
import { inProject, type Operations } from './define.ts'
import { NameOrId, maybe, uuid } from './values.ts'

export const InstanceCd = z.object({
  /** `inserting` and `ejecting` until the machine has followed. */
  state: z.enum(['empty', 'inserting', 'inserted', 'ejecting']),
  image_id: maybe(uuid),
  image_name: maybe(z.string()),
  /** Whether the next start boots from it. The one after boots from the boot disk again. */
  boots_next: z.boolean(),
})

export const InstanceCdInsert = z.object({
  /** An image with an ISO 9660 file system: one of the project by name, any by ID. */
  image: NameOrId,
  /** Boot from it at the next start, once. */
  boot_once: z.boolean().default(false),
})

const at = { path: { instance: NameOrId }, query: inProject }

export const instanceCd = {
  instance_cd_view: { ...at, status: 200, answer: InstanceCd },
  /** Replaces what is in the drive. */
  instance_cd_insert: { ...at, body: InstanceCdInsert, status: 202, answer: InstanceCd },
  instance_cd_eject: { ...at, status: 202, answer: InstanceCd },
} satisfies Operations<'instance_cd'>
