// Folders of the machine as a host of tests sees them: it reads what is there, and what it writes stays in its namespace. Not for
// production code.
import { execFileSync } from 'node:child_process'
import type { TestDaemon } from './daemon.ts'

/** What the daemon has in these folders is bound there again. */
const OVERLAY = `daemon=$1; shift
mount -t tmpfs none /mnt
for folder; do
  name=$(echo "$folder" | tr / _)
  mkdir -p "/mnt/$name/upper" "/mnt/$name/work"
  mount -t overlay overlay -o "lowerdir=$folder,upperdir=/mnt/$name/upper,workdir=/mnt/$name/work" "$folder"
done
mount --bind "$daemon/var" /var/lib/libvirt
mount --bind "$daemon/etc" /etc/libvirt
mount --bind "$daemon/hosts" /etc/hosts`

export function giveOwnFolders({ inside, folder }: TestDaemon, folders: readonly string[]): void {
  execFileSync('env', inside(['sh', '-ec', OVERLAY, 'sh', folder, ...folders]))
}
