// SSH public keys of a user, and those added to an instance.
import { z } from 'zod'
import { byNameOrId, inProject, list, type Operations } from './define.ts'
import { NameOrId, identity, naming, uuid } from './values.ts'

export const SshKey = z.object({ ...identity, public_key: z.string(), silo_user_id: uuid })
export const SshKeyCreate = z.object({ ...naming, public_key: z.string() })

const at = { path: { ssh_key: NameOrId } }

export const sshKey = {
  instance_ssh_public_key_list: list(SshKey, byNameOrId, { path: { instance: NameOrId }, query: inProject }),
  current_user_ssh_key_list: list(SshKey, byNameOrId),
  current_user_ssh_key_create: { body: SshKeyCreate, status: 201, answer: SshKey },
  current_user_ssh_key_view: { ...at, status: 200, answer: SshKey },
  current_user_ssh_key_delete: { ...at, status: 204 },
} satisfies Operations<'ssh_key'>
