// How long the access tokens of any silo can last, for operators. An addition of ours: the published API serves only the caller's own
// silo.
import { SiloAuthSettings, SiloAuthSettingsUpdate } from './auth-settings.ts'
import type { Operations } from './define.ts'
import { NameOrId } from './values.ts'

const at = { silo: NameOrId }

export const siloAuthSettings = {
  silo_auth_settings_view: { path: at, status: 200, answer: SiloAuthSettings },
  silo_auth_settings_update: { path: at, body: SiloAuthSettingsUpdate, status: 200, answer: SiloAuthSettings },
} satisfies Operations<'silo_auth_settings'>
