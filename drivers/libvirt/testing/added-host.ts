// A host that can be added to a rack: a libvirt and an sshd in namespaces of their own. Not for production code.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestDaemon } from './daemon.ts'
import { giveOwnFolders } from './own-folders.ts'
import { startSshd, type TestSshd } from './sshd.ts'

export interface TestHost {
  address: string
  daemon: TestDaemon
  sshd: TestSshd
  /** That the server gave it. */
  id: string
}

/** A host that accepts the key in this data directory. */
export async function makeHost(daemon: TestDaemon, address: string, data: string): Promise<TestHost> {
  giveOwnFolders(daemon, ['/var/lib'])
  const sshd = await startSshd(daemon, { address, identity: join(data, 'ssh/id_ed25519') })
  return { address, daemon, sshd, id: '' }
}

/**
 * Runs the setup script on the host, whose sshd then accepts what the script has let in. Packages are not installed, because a test must
 * not change this machine. Returns what the script has said.
 */
export function setUp({ daemon }: TestHost, script: string): string {
  const file = join(daemon.folder, 'setup.sh')
  writeFileSync(file, script.replace(/\nmain\n$/, '\ninstall_packages() { :; }\nmain\n'))
  const ssh = join(daemon.folder, 'ssh')
  const key = `mkdir -p /etc/ssh && cp "$1/host-key.pub" /etc/ssh/ssh_host_ed25519_key.pub`
  const line = `${key} && sh "$2" && cp /root/.ssh/authorized_keys "$1/authorized"`
  return execFileSync('env', daemon.inside(['sh', '-ec', line, 'sh', ssh, file]), { encoding: 'utf8' })
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
