// The devices of a running machine, as its host has them: somebody may have changed them there.
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { BlockStore } from '../blocks.ts'
import type { MachineDevices } from '../machines.ts'
import { bridgedInterfaces } from './bridged-network.ts'
import { disksIn } from './disks-in.ts'
import type { Domain } from './reader.ts'

export async function devicesOf(
  { xml, owner, record }: Domain,
  volumes: Pick<BlockStore, 'locate' | 'problems'>,
): Promise<MachineDevices> {
  const fileOf = (id: string) => {
    const location = volumes.locate(id, record.sled_id)
    return location.kind === 'file' ? location.path : undefined
  }
  const disks = disksIn(xml).flatMap(({ id, path }) => {
    if (id === undefined) return []
    const file = fileOf(id)
    // a machine that was taken over has the paths from before until its next start
    const is_diverted = owner?.home === undefined && basename(path) !== (file && basename(file))
    return [{ id, is_diverted, file }]
  })
  return {
    disks: await Promise.all(
      disks.map(async ({ file, ...disk }) => ({
        ...disk,
        is_removed: !disk.is_diverted && file !== undefined && (await isMissing(file)) && (await arePresent(volumes)),
      })),
    ),
    ...(record.network === 'ovn' && { interfaces: bridgedInterfaces(xml) }),
  }
}

/** One that cannot be looked at is not missing. */
const isMissing = (file: string) =>
  stat(file).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )

/** While the whole directory is gone, nothing is known about a file in it. */
const arePresent = async ({ problems }: Pick<BlockStore, 'problems'>) => {
  const found = problems ? await problems().catch(() => undefined) : []
  return found !== undefined && found.every(({ kind }) => kind !== 'down')
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
