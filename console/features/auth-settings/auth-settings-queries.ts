// How long access tokens of the silo can last.
import { query } from '../../api.ts'

export const authSettings = () => query('auth_settings_view')
