// What libvirt says about the copy of a machine's memory, and ending it.
import { DriverError } from '../../driver-error.ts'
import type { Migration } from '../../migrations.ts'
import type { Host } from '../host.ts'
import type { Domain } from '../reader.ts'
import { nameOf } from '../record.ts'

type Copied = Pick<Host, 'virsh'>

/** Ends a copy that nobody waits for any more, so that nobody would tell the other machine to run. True if there was one. */
export async function endsCopy(from: Copied, id: string, here: Domain | undefined): Promise<boolean> {
  if (!(await isCopying(from, id, here))) return false
  await abortCopy(from, id)
  return true
}

async function isCopying({ virsh }: Copied, id: string, domain: Domain | undefined): Promise<boolean> {
  if (!domain || domain.condition.startsWith('shut off')) return false
  const info = await virsh.run('domjobinfo', nameOf(id)).catch((error: unknown) => {
    if (error instanceof DriverError && error.code === 'host') throw error
    return ''
  })
  return /^Operation:\s+Outgoing migration/m.test(info)
}

/** It may not have begun yet, or have ended. */
export const abortCopy = ({ virsh }: Copied, id: string) =>
  virsh.run('domjobabort', nameOf(id)).then(
    () => undefined,
    () => undefined,
  )

/** Both are 0 before the copy begins, and after it. */
export async function progressOf({ virsh }: Copied, id: string): Promise<Pick<Migration, 'total' | 'remaining'>> {
  const info = await virsh.run('domjobinfo', nameOf(id), '--rawstats').catch(() => '')
  const bytes = (name: string) => Number(new RegExp(`^\\s*${name}:?\\s*(\\d+)`, 'm').exec(info)?.[1] ?? 0)
  return { total: bytes('memory_total'), remaining: bytes('memory_remaining') }
}
