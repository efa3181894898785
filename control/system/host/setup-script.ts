// The script that prepares a Debian machine to become a host. It is read before it is run, can be run again, and holds nothing secret.
import { HOST_USER } from '#contract/host-checks.ts'
import type { HostSetupFacts } from '../../frame/ports/host.ts'
import { setupSteps } from './setup-steps.ts'

export interface SetupSettings {
  from: readonly string[]
  network_database: string | null
}

export interface Setup extends HostSetupFacts, SetupSettings {
  public_key: string
}

/** Between single quotes a shell leaves everything alone, except a single quote. */
export const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The server runs as root: no other user can have its ID. */
export const loginOf = ({ uid }: Pick<HostSetupFacts, 'uid'>) => (uid === 0 ? 'root' : HOST_USER)

/** A database that only this machine reaches is of no use to others. */
export const networkDatabaseOf = ({ network_database, southbound }: Setup): string =>
  network_database ?? (southbound?.startsWith('unix:') ? '' : (southbound ?? ''))

/** No PTY, no agent, no forwarding of anything, no file of the user that is run. */
export const keyLine = ({ public_key, from }: Pick<Setup, 'public_key' | 'from'>) =>
  `restrict${from.length > 0 ? `,from="${from.join(',')}"` : ''} ${public_key} rackwright`

const END = 'END_OF_FILE'

function heredoc(name: string, text: string): string {
  if (text.split('\n').includes(END)) throw new Error(`the text of ${name} has a line ${END}`)
  return `${name}() {\ncat <<'${END}'\n${text.replace(/\n?$/, '\n')}${END}\n}\n`
}

export function setupScript(setup: Setup): string {
  const { uid, gid, volumes, ceph_conf = '', machines, hasNetwork, guestNetwork, public_key } = setup
  const settings = {
    login: loginOf(setup),
    public_key,
    key_line: keyLine(setup),
    server_uid: String(uid),
    server_gid: String(gid),
    volumes,
    ceph_conf,
    machines,
    network: hasNetwork ? 'shared' : 'own',
    network_database: networkDatabaseOf(setup),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${shellQuoted(value)}`)
  const files = hasNetwork
    ? ''
    : `
# What gives guests a network: a program, a packet filter that keeps guests from this machine, and their service.
${heredoc('guest_program', guestNetwork.program)}${heredoc('guest_filter', guestNetwork.filter)}${heredoc('guest_unit', guestNetwork.unit)}`
  return `${HEAD}\n${lines.join('\n')}\n${setupSteps}${files}\nmain\n`
}

const HEAD = `#!/bin/sh
# Prepares this Debian machine to run instances of Rackwright. Read it first. It can be run again, and changes only what is missing.
#
# It installs libvirt, QEMU and what belongs to them; creates the user that the server logs in as, whose key can run commands and nothing
# else; sets user, group and stdio_handler in /etc/libvirt/qemu.conf; pins the UUID of this host if the firmware has none; and connects
# guests, by OVN or by a service of their own. It prints the fingerprint of the host key, to compare in the console.
#
# It holds nothing secret. Written for Debian 12. The packages have the same names in Debian 13, where it was not run.
set -eu
umask 022
`
