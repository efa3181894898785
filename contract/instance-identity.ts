// The name, description and notes of an instance. An addition of ours: in the published API the first two never change, and there are no
// notes.
import { z } from 'zod'
import { inProject, type Operations } from './define.ts'
import { MAX_NOTES_LENGTH } from './limits.ts'
import { NameOrId, identity, maybe, renaming } from './values.ts'

const notes = z.string().max(MAX_NOTES_LENGTH)

export const InstanceIdentity = z.object({ ...identity, hostname: z.string(), notes })

/** What is left out stays as it is. The hostname always does: the guest has it already, and names in DNS follow it. */
export const InstanceIdentityUpdate = z.object({ ...renaming, notes: maybe(notes) })

const at = { path: { instance: NameOrId }, query: inProject }

export const instanceIdentity = {
  instance_identity_view: { ...at, status: 200, answer: InstanceIdentity },
  instance_identity_update: { ...at, body: InstanceIdentityUpdate, status: 200, answer: InstanceIdentity },
} satisfies Operations<'instance_identity'>
