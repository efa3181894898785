// One `virsh migrate`, which talks to both hosts. It ends with this process: then the hosts, which notice that, are left in a state that
// says what is to be done (recovery.ts).
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DriverError } from '../../driver-error.ts'
import { runChild } from '../access/child.ts'
import { thisMachine } from '../access/local.ts'
import type { Warn } from '../definitions.ts'
import type { Host } from '../host.ts'
import { nameOf } from '../record.ts'
import { withoutPaths } from '../virsh.ts'
import { certificatesOf } from './certificates.ts'
import { abortCopy } from './job.ts'
import { openRelay } from './relay.ts'

/** Argument of `--timeout`, in seconds: a guest that writes faster than its memory can be copied is paused then. */
const PATIENCE_SECONDS = 300
const LONGEST_MS = 24 * 3600_000
const ANSWER_MS = 14_000
const TIED = ['setpriv', '--pdeathsig', 'KILL', 'env', 'LC_ALL=C']
/** Does not take a host that hangs for one that is gone: it may still do what it was asked. SSH notices which ones are gone. */
const PATIENT = ['--keepalive-interval', '0']

export interface Journey {
  id: string
  from: Host
  to: Host
  /** On the other host, while it runs and when it does not. */
  live: string
  persistent: string
}

/** Undefined if it has moved, otherwise why not. Rejects if a connection has ended: then only the hosts know. */
export async function migrate({ id, from, to, live, persistent }: Journey, warn: Warn): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'rw-move-'))
  const broken = new AbortController()
  const endVirsh = () => broken.abort()
  const giveUp = () => {
    // it would take the silence of the other host for a no, and tell the first one to go on with a guest that may run there
    endVirsh()
    // the host that it leaves would wait for long
    void abortCopy(from, id)
  }
  const relays = [await openRelay(from, folder, 'from', endVirsh), await openRelay(to, folder, 'to', giveUp)]
  const [source, target] = relays.map(({ uri }) => uri)
  try {
    const files = { '--xml': join(folder, 'live.xml'), '--persistent-xml': join(folder, 'persistent.xml') }
    await writeFile(files['--xml'], live, { mode: 0o600 })
    await writeFile(files['--persistent-xml'], persistent, { mode: 0o600 })
    const [address, isEncrypted] = [await addressOf(to, from), await canEncrypt({ id, from, to }, warn)]
    const command = migrateCommand(id, { uri: target!, address }, files, isEncrypted)
    const { code, complaint } = await runChild(
      [...TIED, 'virsh', ...PATIENT, '--quiet', '--connect', source!, ...command],
      { timeoutMs: LONGEST_MS },
      AbortSignal.any([broken.signal, AbortSignal.timeout(LONGEST_MS)]),
    )
    return code === 0 ? undefined : reasonIn(complaint)
  } finally {
    for (const relay of relays) relay.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** If only one of the hosts has certificates, somebody believes that memory is encrypted. */
export async function canEncrypt({ id, from, to }: Pick<Journey, 'id' | 'from' | 'to'>, warn: Warn): Promise<boolean> {
  const found = await certificatesOf([from, to])
  const isEncrypted = found.every((each) => each === 'all')
  if (!isEncrypted && found.some((each) => each !== 'none'))
    warn('the memory of a machine travels unencrypted: certificates are missing on one of its hosts', {
      instance: id,
      from: { sled: from.sled_id, certificates: found[0] },
      to: { sled: to.sled_id, certificates: found[1] },
    })
  return isEncrypted
}

/** The target has a certificate for its address, if memory travels encrypted. */
export function migrateCommand(
  id: string,
  target: { uri: string; address: string },
  files: Record<'--xml' | '--persistent-xml', string>,
  isEncrypted: boolean,
): string[] {
  const how = ['--live', '--persistent', '--auto-converge', '--timeout', String(PATIENCE_SECONDS), '--unsafe']
  const uris = ['--desturi', target.uri, '--migrateuri', `tcp://${target.address}`]
  return ['migrate', nameOf(id), ...how, ...(isEncrypted ? ['--tls'] : []), ...uris, ...Object.entries(files).flat()]
}

/** Returns the address of a host as another one sees it. This machine has the address that its connection to the other one comes from. */
async function addressOf({ address }: Host, seenFrom: Host): Promise<string> {
  const found = address ?? (await ownAddress(seenFrom))
  if (found === undefined) throw new DriverError('refused', 'the other host does not know an address of this machine')
  return isIPv6(found) ? `[${found}]` : found
}

/** Returns the address of this machine as another one sees it. Undefined if it does not know one. */
export async function ownAddress({ access }: Pick<Host, 'access'>): Promise<string | undefined> {
  const { output } = await access.run(['sh', '-c', 'echo "$SSH_CONNECTION"'], { timeoutMs: ANSWER_MS })
  const [address] = output.trim().split(' ')
  return address || undefined
}

function reasonIn(complaint: string): string {
  const lines = complaint.split('\n').flatMap((line) => /^error: (.+)/.exec(line)?.[1] ?? [])
  return withoutPaths(lines.join(': ') || complaint.trim() || 'virsh ended without a reason')
}

/** Without a local virsh nothing moves. */
export async function mustHaveVirsh(): Promise<void> {
  const { code } = await thisMachine.run(['virsh', '--version'], { timeoutMs: ANSWER_MS })
  if (code !== 0) throw new DriverError('refused', 'the server has no virsh: install libvirt-clients beside it')
}
