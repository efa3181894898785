// How long access tokens can last: in the user's own silo, or in any silo for operators.
import { query } from '../../api.ts'

export const authSettings = () => query('auth_settings_view')
export const siloAuthSettings = (silo: string) => query('silo_auth_settings_view', { path: { silo } })
