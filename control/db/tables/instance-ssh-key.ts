// The SSH keys added to each instance. Deleting a key removes it from this list but not from the guest.
import { table, uuid } from '../define.ts'

export const instance_ssh_key = table(
  'instance_ssh_key',
  { instance_id: uuid().references('instance', 'cascade'), ssh_key_id: uuid().references('ssh_key', 'cascade') },
  { primary: ['instance_id', 'ssh_key_id'], index: [['ssh_key_id']] },
)
