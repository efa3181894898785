// BFD sessions.
import { query } from '../../api.ts'

export const bfdStatus = () => query('networking_bfd_status')
