// A host that can be added to a rack: a libvirt and an sshd in namespaces of their own. Not for production code.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { TestDaemon } from './daemon.ts'
import { startSshd, type TestSshd } from './sshd.ts'

export interface TestHost {
  address: string
  daemon: TestDaemon
  sshd: TestSshd
  /** That the server gave it. */
  id: string
}

/** What a host writes below /var/lib stays in its namespace. The folder of its libvirt is bound there again. */
const OWN_FILES = `mount -t tmpfs none /mnt; mkdir /mnt/upper /mnt/work
mount -t overlay overlay -o lowerdir=/var/lib,upperdir=/mnt/upper,workdir=/mnt/work /var/lib
mount --bind "$1/var" /var/lib/libvirt`

/** A host that accepts the key in this data directory. */
export async function makeHost(daemon: TestDaemon, address: string, data: string): Promise<TestHost> {
  execFileSync('env', daemon.inside(['sh', '-ec', OWN_FILES, 'sh', daemon.folder]))
  const sshd = await startSshd(daemon, { address, identity: join(data, 'ssh/id_ed25519') })
  return { address, daemon, sshd, id: '' }
}

export async function removeHost({ sshd, daemon }: TestHost): Promise<void> {
  await sshd.stop()
  await daemon.remove()
}

/** The fingerprint that the setup script prints on the host. */
export const shownKey = ({ daemon }: TestHost) =>
  execFileSync('ssh-keygen', ['-l', '-f', join(daemon.folder, 'ssh/host-key.pub')])
    .toString()
    .split(' ')[1]!

/** The names of its machines, one on each line. */
export const domains = ({ daemon }: TestHost) =>
  execFileSync('virsh', ['-q', '-c', daemon.uri, 'list', '--all', '--name']).toString().trim()
