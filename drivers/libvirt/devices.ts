// The devices of a running machine, as its host has them: somebody may have changed them there.
import { basename } from 'node:path'
import type { BlockStore } from '../blocks.ts'
import type { MachineDevices } from '../machines.ts'
import { bridgedInterfaces } from './bridged-network.ts'
import { disksIn } from './disks-in.ts'
import type { Domain } from './reader.ts'

export function devicesOf({ xml, owner, record }: Domain, volumes: Pick<BlockStore, 'locate'>): MachineDevices {
  // a machine that was taken over has the paths from before until its next start
  const isDiverted = (id: string, path: string) => owner?.home === undefined && basename(path) !== fileOf(id)
  const fileOf = (id: string) => {
    const location = volumes.locate(id, record.sled_id)
    return location.kind === 'file' ? basename(location.path) : undefined
  }
  const disks = disksIn(xml).flatMap(({ id, path }) =>
    id === undefined ? [] : [{ id, is_diverted: isDiverted(id, path) }],
  )
  return { disks, ...(record.network === 'ovn' && { interfaces: bridgedInterfaces(xml) }) }
}

/** Reads the sizes of its disks, by ID, from `virsh domstats --block`. */
export function sizesIn(xml: string, stats: string): Map<string, number> {
  const value = (name: string) => new RegExp(`^\\s*block\\.${name}=(.+)$`, 'm').exec(stats)?.[1]
  const count = Number(value('count') ?? 0)
  const sizes = new Map(
    Array.from({ length: count }, (_, n) => [value(`${n}\\.name`), Number(value(`${n}\\.capacity`))] as const),
  )
  return new Map(
    disksIn(xml).flatMap(({ id, target }) => {
      const size = sizes.get(target)
      return id === undefined || !size ? [] : [[id, size] as const]
    }),
  )
}
