// Counts how often a guest was reset, by itself or because it was asked to.
import type { Host } from './host.ts'

/** QEMU announces one reset several times, and every replica hears of it. */
const SAME_RESET_MS = 1000

export async function countReset(host: Host, id: string, reset_at: number): Promise<void> {
  await host.change(id, async (domain) => {
    if (!domain || (domain.record.reset_at ?? 0) > reset_at - SAME_RESET_MS) return
    const { state, resets } = domain.record
    const isBack = state === 'rebooting' ? { state: 'running' as const, since: reset_at } : {}
    await host.write(domain, { resets: resets + 1, reset_at, ...isBack })
  })
}
