// The addresses of hosts, for a fence by the storage.
import { DriverError } from '../driver-error.ts'
import type { FencedHosts } from '../fence.ts'
import type { HostSet } from './host-set.ts'

/** A host that does not answer is the reason why somebody asks. */
const ANSWER_MS = 8_000

export function makeFencedHosts(set: Pick<HostSet, 'all' | 'find'>): FencedHosts {
  async function ip(sled_id: string, ...args: string[]): Promise<string> {
    const member = set.find(sled_id)
    if (!member) throw new DriverError('host', 'the host is not known')
    const { code, output, complaint } = await member.place.access.run(['ip', '-o', ...args], { timeoutMs: ANSWER_MS })
    if (code !== 0) throw new DriverError('refused', `the host does not tell its addresses: ${complaint.trim()}`)
    return output
  }

  return {
    sleds: () => set.all().map(({ host }) => host.sled_id),
    async addresses(sled_id) {
      const found = (await ip(sled_id, 'addr', 'show')).matchAll(/ inet6? ([0-9a-fA-F.:]+)/g)
      return [...found].map(([, address]) => address!)
    },
    async addressTowards(sled_id, other) {
      const address = / src (\S+)/.exec(await ip(sled_id, 'route', 'get', other))?.[1]
      if (address === undefined) throw new DriverError('refused', `the host has no route to ${other}`)
      return address
    },
  }
}
