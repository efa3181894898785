// Silo quotas.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { ByteCount, NameOrId, int64, maybe, uuid } from './values.ts'

export const SiloQuotas = z.object({
  cpus: int64,
  memory: ByteCount,
  silo_id: uuid,
  storage: ByteCount,
})

export const SiloQuotasCreate = z.object({ cpus: int64, memory: ByteCount, storage: ByteCount })
export const SiloQuotasUpdate = z.object({ cpus: maybe(int64), memory: maybe(ByteCount), storage: maybe(ByteCount) })

const at = { path: { silo: NameOrId } }

export const quota = {
  system_quotas_list: list(SiloQuotas, byId),
  silo_quotas_view: { ...at, status: 200, answer: SiloQuotas },
  silo_quotas_update: { ...at, body: SiloQuotasUpdate, status: 200, answer: SiloQuotas },
} satisfies Operations<'quota'>
