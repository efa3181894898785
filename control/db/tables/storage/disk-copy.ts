// Copies of the disks of running guests, for a backup of the installation. Each is a volume, which goes when the backup has ended, or when
// whoever makes it has not renewed it.
import { table, time, uuid } from '../../define.ts'

export const disk_copy = table(
  'disk_copy',
  {
    /** The same as its volume's id. */
    id: uuid(),
    /** Copies of one backup and one instance are of one moment. */
    backup_id: uuid(),
    instance_id: uuid(),
    disk_id: uuid(),
    time_expires: time(),
  },
  { primary: ['id'], index: [['backup_id', 'instance_id'], ['time_expires']] },
)
