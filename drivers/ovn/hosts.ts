// The hosts ("chassis") that carry traffic, as the southbound database knows them, and how far each has come.
import type { Clock } from '../clock.ts'
import type { NetworkPart } from '../network.ts'
import type { TableUpdates, WireRow } from './ovsdb.ts'
import { isIpv4 } from './ipv4.ts'
import { mapOf } from './schema.ts'
import type { ThisHost } from './this-host.ts'

/** A host that has not followed for this long is late. */
const LAG_MS = 1_000

export const SOUTHBOUND_COLUMNS = {
  SB_Global: ['nb_cfg', 'options'],
  Chassis: ['name', 'encaps', 'other_config'],
  Chassis_Private: ['name', 'nb_cfg'],
  Encap: ['ip'],
}

interface Follower {
  name: string
  nb_cfg: number
  /** Since when it has owed an answer. */
  behindSince: number | undefined
}

export class Hosts {
  readonly #clock: Clock
  /** A host that has been silent for this long counts as down. */
  readonly #silentMs: number
  #rows: Record<string, Map<string, WireRow>> = {}
  #followers = new Map<string, Follower>()

  constructor(clock: Clock, silentMs: number) {
    this.#clock = clock
    this.#silentMs = silentMs
  }

  reset(): void {
    this.#rows = {}
    // a host that was down still is
  }

  take(updates: TableUpdates): void {
    for (const [table, rows] of Object.entries(updates)) {
      const known = (this.#rows[table] ??= new Map())
      for (const [uuid, { new: row }] of Object.entries(rows)) {
        if (row) known.set(uuid, row)
        else known.delete(uuid)
      }
    }
    this.#follow()
  }

  #follow(): void {
    const goal = this.#goal()
    const before = this.#followers
    this.#followers = new Map()
    for (const row of this.#rows.Chassis_Private?.values() ?? []) {
      const [name, nb_cfg] = [String(row.name), Number(row.nb_cfg)]
      if (isRemote(this.#chassis(name))) continue
      const known = before.get(name)
      const isAlive = known === undefined || known.nb_cfg !== nb_cfg || known.behindSince === undefined
      const since = isAlive ? this.#clock.now().getTime() : known.behindSince
      this.#followers.set(name, { name, nb_cfg, behindSince: nb_cfg < goal ? since : undefined })
    }
  }

  /** What northd has passed on. */
  #goal(): number {
    const [row] = this.#rows.SB_Global?.values() ?? []
    return Number(row?.nb_cfg ?? 0)
  }

  /** The hosts that have not installed this yet. */
  behind(nb_cfg: number): string[] {
    return this.#behind(nb_cfg).map(({ name }) => name)
  }

  /** Lists the ones that are up. */
  waitingFor(nb_cfg: number): string[] {
    return this.#behind(nb_cfg)
      .filter((one) => this.#stateOf(one) !== 'down')
      .map(({ name }) => name)
  }

  #behind = (nb_cfg: number) => [...this.#followers.values()].filter((one) => one.nb_cfg < nb_cfg)

  /** While no host is known, one may. */
  switchInUserSpace(): boolean {
    const all = [...(this.#rows.Chassis?.values() ?? [])].filter((row) => !isRemote(row))
    return all.length === 0 || all.some((row) => mapOf(row.other_config)['datapath-type'] === 'netdev')
  }

  /** IPv4 addresses by which the hosts send the traffic between them, sorted. */
  addresses(): string[] {
    const own = [...(this.#rows.Chassis?.values() ?? [])].filter((row) => !isRemote(row))
    return [...new Set(own.flatMap((row) => this.#addressOf(row) ?? []))].filter(isIpv4).sort()
  }

  /** Another text as soon as a host has followed. */
  progress(): string {
    return [...this.#followers.values()].map(({ nb_cfg }) => nb_cfg).join(' ')
  }

  /** Tells the version of OVN, as northd says. */
  version(): string | null {
    const [row] = this.#rows.SB_Global?.values() ?? []
    return /^[\d.]+\d/.exec(mapOf(row?.options).northd_internal_version ?? '')?.[0] ?? null
  }

  parts(here: ThisHost | undefined): NetworkPart[] {
    const parts = [...this.#followers.values()].map((one): NetworkPart => {
      const chassis = this.#chassis(one.name)
      return {
        kind: 'host',
        name: one.name,
        state: this.#stateOf(one),
        version: here?.name === one.name ? here.version : null,
        address: this.#addressOf(chassis),
      }
    })
    return parts.sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  #stateOf({ behindSince }: Follower): NetworkPart['state'] {
    if (behindSince === undefined) return 'up'
    const silent = this.#clock.now().getTime() - behindSince
    if (silent >= this.#silentMs) return 'down'
    return silent >= LAG_MS ? 'lagging' : 'up'
  }

  #chassis = (name: string) => [...(this.#rows.Chassis?.values() ?? [])].find((row) => row.name === name)

  #addressOf(chassis: WireRow | undefined): string | null {
    const [kind, content] = (chassis?.encaps ?? []) as [string?, unknown?]
    const first = kind === 'uuid' ? content : (content as [string, string][] | undefined)?.[0]?.[1]
    return (this.#rows.Encap?.get(String(first))?.ip as string | undefined) ?? null
  }
}

/** Tells whether the host is of another installation of OVN, which this one is connected to. */
const isRemote = (chassis: WireRow | undefined) => mapOf(chassis?.other_config)['is-remote'] === 'true'
