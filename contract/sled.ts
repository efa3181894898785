// Sleds: the servers of a rack, and those waiting to be added.
import { z } from 'zod'
import { byId, list, unsorted, type Operations } from './define.ts'
import { InstanceState } from './instance.ts'
import { ByteCount, Name, int64, maybe, timestamp, uint16, uint32, uuid } from './values.ts'

export const Baseboard = z.object({ part: z.string(), revision: uint32, serial: z.string() })
export const SledProvisionPolicy = z.enum(['provisionable', 'non_provisionable'])
export const SledPolicy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('in_service'), provision_policy: SledProvisionPolicy }),
  z.object({ kind: z.literal('expunged') }),
])

export const SledState = z.enum(['active', 'decommissioned'])
export const Sled = z.object({
  baseboard: Baseboard,
  id: uuid,
  policy: SledPolicy,
  rack_id: uuid,
  state: SledState,
  time_created: timestamp,
  time_modified: timestamp,
  usable_hardware_threads: uint32,
  usable_physical_ram: ByteCount,
})

export const SledId = z.object({ id: uuid })
export const SledInstance = z.object({
  active_sled_id: uuid,
  id: uuid,
  memory: int64,
  migration_id: maybe(uuid),
  name: Name,
  ncpus: int64,
  project_name: Name,
  silo_name: Name,
  state: InstanceState,
  time_created: timestamp,
  time_modified: timestamp,
})

export const SledProvisionPolicyParams = z.object({ state: SledProvisionPolicy })
export const SledProvisionPolicyResponse = z.object({ new_state: SledProvisionPolicy, old_state: SledProvisionPolicy })
export const UninitializedSled = z.object({ baseboard: Baseboard, cubby: uint16, rack_id: uuid })
export const UninitializedSledId = z.object({ part: z.string(), serial: z.string() })

const at = { path: { sled_id: uuid } }

export const sled = {
  sled_list: list(Sled, byId),
  sled_add: { body: UninitializedSledId, status: 201, answer: SledId },
  sled_list_uninitialized: list(UninitializedSled, unsorted),
  sled_view: { ...at, status: 200, answer: Sled },
  sled_instance_list: list(SledInstance, byId, at),
  sled_set_provision_policy: {
    ...at,
    body: SledProvisionPolicyParams,
    status: 200,
    answer: SledProvisionPolicyResponse,
  },
} satisfies Operations<'sled'>
