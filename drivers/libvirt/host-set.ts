// The hosts of a rack, which come and go while the server runs.
import type { HostFacts } from './hardware.ts'
import type { Host } from './host.ts'

export interface HostMember extends HostFacts {
  host: Host
  /** IPv4. Absent for this machine, and while they are not known. */
  addresses?: readonly string[] | undefined
}

/** Called for each host. The signal aborts when it leaves. */
export type Attend = (host: Host, left: AbortSignal) => void

export interface HostSet {
  all(): readonly HostMember[]
  /** Undefined if there is no such sled. */
  find(sled_id: string): HostMember | undefined
  add(member: HostMember): void
  /** Changes what is known about a host, which stays. */
  update(sled_id: string, facts: Partial<Omit<HostMember, 'host'>>): void
  remove(sled_id: string): void
  /** For those that are there, and those that come. */
  attend(listener: Attend): void
}

/** `changed` is called whenever one comes or leaves, or what is known about one changes. */
export function makeHostSet(changed: (members: readonly HostMember[]) => void = () => undefined): HostSet {
  const members = new Map<string, { member: HostMember; leaving: AbortController }>()
  const listeners: Attend[] = []
  const all = () => [...members.values()].map(({ member }) => member)
  return {
    all,
    find: (sled_id) => members.get(sled_id)?.member,
    add(member) {
      const leaving = new AbortController()
      members.set(member.host.sled_id, { member, leaving })
      changed(all())
      for (const listener of listeners) listener(member.host, leaving.signal)
    },
    update(sled_id, facts) {
      const there = members.get(sled_id)
      if (!there) return
      there.member = { ...there.member, ...facts }
      changed(all())
    },
    remove(sled_id) {
      members.get(sled_id)?.leaving.abort()
      members.delete(sled_id)
      changed(all())
    },
    attend(listener) {
      listeners.push(listener)
      for (const { member, leaving } of members.values()) listener(member.host, leaving.signal)
    },
  }
}
