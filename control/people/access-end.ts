// Ends every session of a user and revokes every access token. The event of the write ends what is still open: live.ts and sockets.
import type { Queries } from '../db/database.ts'

export async function endAccess(db: Queries, silo_user_id: string): Promise<void> {
  await db.deleteFrom('session').where('silo_user_id', '=', silo_user_id).execute()
  await db.deleteFrom('device_access_token').where('silo_user_id', '=', silo_user_id).execute()
}
