// Which keys went into which instance. A key that its owner deletes leaves the list, not the guest.
import { table, uuid } from '../define.ts'

export const instance_ssh_key = table(
  'instance_ssh_key',
  { instance_id: uuid().references('instance', 'cascade'), ssh_key_id: uuid().references('ssh_key', 'cascade') },
  { primary: ['instance_id', 'ssh_key_id'], index: [['ssh_key_id']] },
)
