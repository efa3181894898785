// The hosts of a rack, which come and go while the server runs.
import type { HostFacts } from './hardware.ts'
import type { Host } from './host.ts'

export interface HostMember extends HostFacts {
  host: Host
}

/** Called for each host. The signal aborts when it leaves. */
export type Attend = (host: Host, left: AbortSignal) => void

export interface HostSet {
  all(): readonly HostMember[]
  /** Undefined if there is no such sled. */
  find(sled_id: string): HostMember | undefined
  add(member: HostMember): void
  /** Changes what is known about a host, which stays. */
  update(sled_id: string, facts: Partial<HostFacts>): void
  remove(sled_id: string): void
  /** For those that are there, and those that come. */
  attend(listener: Attend): void
}

export function makeHostSet(): HostSet {
  const members = new Map<string, { member: HostMember; leaving: AbortController }>()
  const listeners: Attend[] = []
  return {
    all: () => [...members.values()].map(({ member }) => member),
    find: (sled_id) => members.get(sled_id)?.member,
    add(member) {
      const leaving = new AbortController()
      members.set(member.host.sled_id, { member, leaving })
      for (const listener of listeners) listener(member.host, leaving.signal)
    },
    update(sled_id, facts) {
      const there = members.get(sled_id)
      if (there) there.member = { ...there.member, ...facts }
    },
    remove(sled_id) {
      members.get(sled_id)?.leaving.abort()
      members.delete(sled_id)
    },
    attend(listener) {
      listeners.push(listener)
      for (const { member, leaving } of members.values()) listener(member.host, leaving.signal)
    },
  }
}
