// Private keys stored before there was a secret key are sealed when a server starts: a migration does not know the key.
import type { Host } from '../frame/context.ts'
import { purposeOf, SEALED } from '../frame/sealer.ts'

const TABLES = ['certificate', 'saml_identity_provider'] as const

export async function sealOldKeys({ db, sealer, log }: Pick<Host, 'db' | 'sealer' | 'log'>): Promise<void> {
  const count = await db.transaction(async (tx) => {
    let sealed = 0
    for (const table of TABLES) {
      const rows = await tx
        .selectFrom(table)
        .select(['id', 'private_key'])
        .where('private_key', 'is not', null)
        .where('private_key', 'not like', `${SEALED}%`)
        .execute()
      for (const { id, private_key } of rows) {
        const value = await sealer.seal(private_key!, purposeOf(`${table}.private_key`, id))
        await tx.updateTable(table).set({ private_key: value }).where('id', '=', id).execute()
      }
      sealed += rows.length
    }
    return sealed
  })
  if (count > 0) log.info('private keys that were stored in plain text are now sealed', { count })
}
