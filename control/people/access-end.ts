// Ends every session and revokes every access token, of a user or of an identity provider. The event of the write ends what is still open: live.ts and sockets.
import type { Queries } from '../db/database.ts'

export async function endAccess(db: Queries, silo_user_id: string): Promise<void> {
  await db.deleteFrom('session').where('silo_user_id', '=', silo_user_id).execute()
  await db.deleteFrom('device_access_token').where('silo_user_id', '=', silo_user_id).execute()
}

/** Ends the access of everyone who signed in with the provider: their sessions, and the tokens that these or their tokens have created. */
export async function endAccessThrough(
  db: Queries,
  column: 'oidc_provider_id' | 'saml_provider_id',
  providerId: string,
): Promise<void> {
  await db.deleteFrom('session').where(column, '=', providerId).execute()
  await db.deleteFrom('device_access_token').where(column, '=', providerId).execute()
}
