// What the sleds provide, what of it is provisioned, and how much more fits. Pure arithmetic, in vCPUs and bytes.
import { TiB } from '../../util/format.ts'
import { usableCpus } from '../sled/sled-names.ts'
import type { Sled, SledLoad } from '../sled/sled-queries.ts'

/** Plan with this share of threads and memory, so that the instances of a failed sled fit elsewhere. */
export const UTILIZATION_FACTOR = 0.7
export const STORAGE_PER_SLED = 32 * TiB
/** The share of storage left after disk overhead. */
export const STORAGE_FACTOR = 0.909

export interface Counts {
  cpus: number
  memory: number
  storage: number
}

export interface Capacity {
  /** by sleds in service */
  provided: Counts
  provisioned: Counts
  /** provided but not provisioned */
  free: Counts
  /** what can still be provisioned before the limits of planning */
  fits: Counts
}

const sumBy = <Row>(rows: readonly Row[], amount: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + amount(row), 0)

const rest = (all: number, used: number) => Math.max(0, all - used)

const isOpen = ({ policy }: Sled) => policy.kind === 'in_service' && policy.provisionPolicy === 'provisionable'

/**
 * Sleds closed to new instances provide what they run already, but nothing more fits on them. Hosts that do not report loads are
 * treated as if everything ran on open sleds.
 */
export function capacityOf(sleds: readonly Sled[], loads: readonly SledLoad[] | undefined, bySilos: Counts): Capacity {
  const { storage } = bySilos
  const open = sleds.filter(isOpen)
  const openIds = new Set(open.map(({ id }) => id))
  const usable = (sled: Sled) =>
    usableCpus(
      sled,
      loads?.find(({ id }) => id === sled.id),
    )
  const sumOf = (some: readonly SledLoad[]) => ({
    cpus: sumBy(some, ({ cpus }) => cpus),
    memory: sumBy(some, ({ memory }) => memory),
    storage,
  })
  const provided = {
    cpus: sumBy(sleds, usable),
    memory: sumBy(sleds, (sled) => sled.usablePhysicalRam),
    storage: sleds.length * STORAGE_PER_SLED,
  }
  const provisioned = loads ? sumOf(loads) : bySilos
  const onOpen = loads ? sumOf(loads.filter(({ id }) => openIds.has(id))) : bySilos
  const limit = {
    cpus: Math.floor(sumBy(open, usable) * UTILIZATION_FACTOR),
    memory: sumBy(open, (sled) => sled.usablePhysicalRam) * UTILIZATION_FACTOR,
    storage: provided.storage * STORAGE_FACTOR,
  }
  return {
    provided,
    provisioned,
    free: {
      cpus: rest(provided.cpus, provisioned.cpus),
      memory: rest(provided.memory, provisioned.memory),
      storage: rest(provided.storage, provisioned.storage),
    },
    fits: {
      cpus: rest(limit.cpus, onOpen.cpus),
      memory: rest(limit.memory, onOpen.memory),
      storage: rest(limit.storage, storage),
    },
  }
}
