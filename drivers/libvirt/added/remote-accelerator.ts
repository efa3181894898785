// Whether another host can run guests at full speed. As on this machine (accelerator.ts), only a guest that boots proves it.
import type { HostAccess } from '../access/host-access.ts'
import type { Found } from '../accelerator.ts'

const TIMEOUT_MS = 14_000

/** A disk whose first bytes power a Q35 machine off at once. */
const PROBE = `[ -e /dev/kvm ] || { echo missing; exit; }
[ -r /dev/kvm ] && [ -w /dev/kvm ] || { echo denied; exit; }
d=$(mktemp) && trap 'rm -f "$d"' EXIT
{ printf '\\272\\004\\006\\270\\000\\040\\357\\364'; head -c 502 /dev/zero; printf '\\125\\252'; } > "$d"
timeout -s KILL 5 qemu-system-x86_64 -nodefaults -display none -machine q35 -accel kvm -m 64 -drive "file=$d,format=raw,if=virtio" >/dev/null 2>&1 && echo works`

const WHY: Record<string, string> = {
  missing: 'the host has no /dev/kvm',
  denied: 'our user may not use /dev/kvm there: add it to the group kvm',
}

export async function probeHost(access: HostAccess, architecture: string): Promise<Found> {
  if (architecture !== 'x86_64')
    return { accelerator: 'tcg', why: `guests are x86-64, and the host is ${architecture}` }
  const { output } = await access.run(['sh', '-c', PROBE], { timeoutMs: TIMEOUT_MS })
  const said = String(output).trim()
  return said === 'works' ? { accelerator: 'kvm' } : { accelerator: 'tcg', why: WHY[said] ?? 'KVM does not work there' }
}
