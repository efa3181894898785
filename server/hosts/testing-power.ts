// The power supply of the hosts of tests: a fence agent turns one off, or a person who does the same by hand. Not for production.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestHost } from '#drivers/libvirt/testing/added-host.ts'

export const POWER_AGENT = 'fence_test_power'
/** Where a server looks for agents. */
const AGENTS = '/usr/sbin'

/**
 * As Debian's agents do, it reads options from standard input, one on each line, and ends with 2 for a host that is off. The plug is the
 * process that keeps the namespaces, and a host that is off has no other process.
 */
const AGENT = `#!/bin/sh
while read -r option; do
  case $option in
    action=*) action=\${option#*=} ;;
    plug=*) plug=\${option#*=} ;;
  esac
done
network() { readlink "/proc/$1/ns/net"; }
others() { pgrep --ns "$plug" --nslist net | grep -vx "$plug"; }
if [ "$action" = metadata ]; then
  echo '<resource-agent name="${POWER_AGENT}" shortdesc="Fence agent for hosts of tests"/>'
  exit
fi
# what shares a network with this program is no host
found=$(network "$plug") && [ "$found" != "$(network self)" ] || { echo "there is no plug $plug" >&2; exit 1; }
case $action in
  off) while pids=$(others); do kill -KILL $pids; done ;;
  status | monitor) others >/dev/null || exit 2 ;;
  *) echo "there is no action $action" >&2; exit 1 ;;
esac
`

export interface Power {
  /** Begins the command line of a server that finds the agent, where this machine has none. */
  within: readonly string[]
  isOn(host: TestHost): boolean
  off(host: TestHost): void
  on(host: TestHost): Promise<void>
}

/** What the agent has to be told. */
export const plugOf = ({ daemon }: TestHost): string => `plug=${daemon.pid}`

export function makePower(folder: string): Power {
  mkdirSync(folder)
  writeFileSync(join(folder, POWER_AGENT), AGENT, { mode: 0o755 })
  const tell = (host: TestHost, action: string) =>
    spawnSync(join(folder, POWER_AGENT), { input: `action=${action}\n${plugOf(host)}\n` }).status
  const mount = `mount -t overlay overlay -o "lowerdir=$1:${AGENTS}" ${AGENTS}; shift; exec "$@"`
  return {
    within: ['unshare', '--mount', '--propagation', 'private', 'sh', '-ec', mount, 'sh', folder],
    isOn: (host) => tell(host, 'status') !== 2,
    off: (host) => void tell(host, 'off'),
    async on({ daemon, sshd }) {
      // nothing of it outlives the power
      const run = join(daemon.folder, 'run')
      for (const name of readdirSync(run)) rmSync(join(run, name), { recursive: true })
      await daemon.start()
      await sshd.start()
    },
  }
}
