// How long the access tokens of a silo can last.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { maybe, uint32, uuid } from './values.ts'

export const SiloAuthSettings = z.object({ device_token_max_ttl_seconds: maybe(uint32), silo_id: uuid })
export const SiloAuthSettingsUpdate = z.object({
  device_token_max_ttl_seconds: uint32
    .refine((seconds) => seconds > 0, 'expected at least one second')
    .nullable()
    .meta({ publish: { nullable: true, type: 'integer', format: 'uint32', minimum: 1 } }),
})

export const authSettings = {
  auth_settings_view: { status: 200, answer: SiloAuthSettings },
  auth_settings_update: { body: SiloAuthSettingsUpdate, status: 200, answer: SiloAuthSettings },
} satisfies Operations<'auth_settings'>
