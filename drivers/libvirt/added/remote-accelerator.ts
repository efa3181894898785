// Whether another host can run guests at full speed. As on this machine (accelerator.ts), only a guest that boots proves it.
import { ARCHITECTURE_NAMES, isArchitecture } from '../../architecture.ts'
import type { HostAccess } from '../access/host-access.ts'
import { type Found, probeOf } from '../accelerator.ts'

const TIMEOUT_MS = 14_000

/** The guest is its input, and becomes a file with this name. */
const PROBE = `[ -e /dev/kvm ] || { echo missing; exit; }
[ -r /dev/kvm ] && [ -w /dev/kvm ] || { echo denied; exit; }
d=$(mktemp -d) && trap 'rm -rf "$d"' EXIT && cd "$d" && cat > guest || exit
timeout -s KILL 5 "$@" >/dev/null 2>&1 && echo works`

const WHY: Record<string, string> = {
  missing: 'the host has no /dev/kvm',
  denied: 'our user may not use /dev/kvm there: add it to the group kvm',
}

export async function probeHost(access: HostAccess, architecture: string): Promise<Found> {
  if (!isArchitecture(architecture)) {
    const guests = Object.values(ARCHITECTURE_NAMES).join(' or ')
    return { accelerator: 'tcg', why: `guests are ${guests}, and the host is ${architecture}` }
  }
  const { guest, command } = probeOf(architecture)
  const { output } = await access.run(['sh', '-c', PROBE, 'sh', ...command('guest')], {
    timeoutMs: TIMEOUT_MS,
    input: guest,
  })
  const said = String(output).trim()
  return said === 'works' ? { accelerator: 'kvm' } : { accelerator: 'tcg', why: WHY[said] ?? 'KVM does not work there' }
}
