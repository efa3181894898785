// Whether a host sees the volumes: a token is written here, and read and written there by the user that QEMU runs as. Nothing else
// proves it: a directory of the same name on another disk looks the same.
import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostCheck } from '../../hosts.ts'
import { DriverError } from '../../driver-error.ts'
import type { HostAccess } from '../access/host-access.ts'
import { thisMachine } from '../access/local.ts'
import type { Host } from '../host.ts'
import { failed } from './checks.ts'
import { askHost, type HostAnswer } from './host-facts.ts'

const TIMEOUT_MS = 14_000
const ANSWER = 'seen'
/** Network file systems remember for a while what was not there. */
const SCRIPT =
  'n=0; until [ "$(cat "$1" 2>/dev/null)" = "$2" ]; do n=$((n+1)); [ $n -gt 20 ] && exit 4; sleep 0.1; done; printf %s "$3" >> "$1" || exit 5'

export interface Folders {
  /** Where the volumes are, here and on every host, unless they are on Ceph. */
  volumes: string
  /** The settings of Ceph, if the volumes are there. */
  cephConf?: string | undefined
  /** Data directory of the server, which no host should see. */
  data: string
}

/** Undefined if all is well, otherwise what is wrong. */
export async function seesVolumes(access: HostAccess, answer: HostAnswer, folder: string): Promise<string | undefined> {
  const { user, qemuUser } = answer
  const as = qemuUser ?? { user, group: user }
  if (user !== 0 && user !== as.user)
    return `QEMU runs as user ${as.user} there, and we log in as user ${user}, who cannot try that out`
  const identity = user === 0 ? ['setpriv', `--reuid=${as.user}`, `--regid=${as.group}`, '--clear-groups'] : []
  const token = randomUUID()
  const file = join(folder, `.token-${token}`)
  try {
    await writeFile(file, token, { mode: 0o600 })
    const { code } = await access.run([...identity, 'sh', '-c', SCRIPT, 'sh', file, token, ANSWER], {
      timeoutMs: TIMEOUT_MS,
    })
    if (code === 4) return `it does not see ${folder}, or QEMU, which runs as user ${as.user} there, may not read it`
    if (code !== 0) return `QEMU, which runs as user ${as.user} there, may not write to ${folder}`
    return (await readFile(file, 'utf8')) === `${token}${ANSWER}`
      ? undefined
      : `what it writes to ${folder} does not arrive here`
  } finally {
    await rm(file, { force: true })
  }
}

/** Just before a machine opens its disks on the host. This machine has the directory. */
export async function mustSeeVolumes({ access, virsh }: Pick<Host, 'access' | 'virsh'>, folder: string): Promise<void> {
  if (access === thisMachine) return
  const problem = await seesVolumes(access, await askHost(access, virsh.uri), folder)
  if (problem !== undefined) throw new DriverError('refused', `a host cannot use our volumes: ${problem}`)
}

export async function checkVolumes(access: HostAccess, answer: HostAnswer, folders: Folders): Promise<HostCheck[]> {
  if (folders.cephConf !== undefined) return [await checkCeph(access, folders.cephConf)]
  const problem = await seesVolumes(access, answer, folders.volumes)
  if (problem !== undefined)
    return [
      failed(
        'volumes',
        `The host cannot use our volumes: ${problem}.`,
        `Mount the directory that is ${folders.volumes} here at the same path there, and let QEMU run as the user of this server (user and group in /etc/libvirt/qemu.conf).`,
      ),
    ]
  const seen: HostCheck = {
    name: 'volumes',
    state: 'ok',
    text: `It reads and writes ${folders.volumes}.`,
    remedy: null,
  }
  return [seen, ...((await seesData(access, folders.data)) ? [TOO_MUCH] : [])]
}

/** QEMU's driver for Ceph is a package of its own, and it reads the settings where the server has them. */
const CEPH_SCRIPT =
  'test -r "$1" || exit 4; for file in /usr/lib/*/qemu/block-rbd.so /usr/lib*/qemu/block-rbd.so /usr/lib*/qemu-kvm/block-rbd.so; do test -e "$file" && exit 0; done; exit 5'

async function checkCeph(access: HostAccess, conf: string): Promise<HostCheck> {
  const { code } = await access.run(['sh', '-c', CEPH_SCRIPT, 'sh', conf], { timeoutMs: TIMEOUT_MS })
  if (code === 4)
    return failed(
      'volumes',
      `The host cannot use our volumes: it has no file ${conf}, or we may not read it.`,
      `Copy ${conf} from this server to the same path there. No keyring is needed.`,
    )
  if (code !== 0)
    return failed(
      'volumes',
      'The host cannot use our volumes: its QEMU has no driver for Ceph.',
      'Install the package qemu-block-extra on the host.',
    )
  return { name: 'volumes', state: 'ok', text: `It has the settings of Ceph in ${conf}.`, remedy: null }
}

const TOO_MUCH: HostCheck = {
  name: 'data_directory',
  state: 'warning',
  text: 'The host can read the data directory of this server, with its secret key and database.',
  remedy: 'Share only the volumes: put them elsewhere with --volumes, or mount only that directory.',
}

async function seesData(access: HostAccess, folder: string): Promise<boolean> {
  const token = randomUUID()
  const file = join(folder, `.token-${token}`)
  try {
    await writeFile(file, token, { mode: 0o600 })
    const { output } = await access.run(['cat', file], { timeoutMs: TIMEOUT_MS })
    return String(output) === token
  } finally {
    await rm(file, { force: true })
  }
}
