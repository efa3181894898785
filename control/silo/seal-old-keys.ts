// Secrets stored before they were sealed are sealed when a server starts: a migration does not know the key.
import type { Tx } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { hex } from '../frame/hex.ts'
import { purposeOf, SEALED, tryOpen } from '../frame/sealer.ts'

const COLUMNS = [
  ['certificate', 'private_key'],
  ['saml_identity_provider', 'private_key'],
  ['saml_identity_provider', 'request_key'],
  ['oidc_provider', 'request_key'],
] as const
/** They only protect logins under way, so a new one costs nobody anything. */
const REPLACED = ['saml_identity_provider', 'oidc_provider'] as const

type Parts = Pick<Host, 'db' | 'sealer' | 'random' | 'log'>

export async function sealOldKeys(host: Parts): Promise<void> {
  const { sealed, replaced } = await host.db.transaction(async (tx) => {
    let sealed = 0
    for (const place of COLUMNS) sealed += await sealColumn(host, tx, place)
    let replaced = 0
    for (const table of REPLACED) replaced += await replaceLost(host, tx, table)
    return { sealed, replaced }
  })
  if (sealed > 0) host.log.info('secrets that were stored in plain text are now sealed', { count: sealed })
  if (replaced > 0) host.log.info('request keys that could not be opened were replaced', { count: replaced })
}

type Sealable = (typeof COLUMNS)[number]

async function sealColumn({ sealer }: Parts, tx: Tx, [table, column]: Sealable): Promise<number> {
  const rows = (await tx
    .selectFrom(table as 'saml_identity_provider')
    .select(['id', column])
    .where(column, 'is not', null)
    .where(column, 'not like', `${SEALED}%`)
    .execute()) as { id: string; private_key?: string; request_key?: string }[]
  for (const row of rows) {
    const value = await sealer.seal(row[column]!, purposeOf(`${table}.${column}`, row.id))
    await tx
      .updateTable(table as 'saml_identity_provider')
      .set({ [column]: value })
      .where('id', '=', row.id)
      .execute()
  }
  return rows.length
}

/** After the loss of the secret key. */
async function replaceLost({ sealer, random }: Parts, tx: Tx, table: (typeof REPLACED)[number]): Promise<number> {
  let count = 0
  for (const { id, request_key } of await tx.selectFrom(table).select(['id', 'request_key']).execute()) {
    const purpose = purposeOf(`${table}.request_key`, id)
    if ((await tryOpen(sealer, request_key, purpose)) !== undefined) continue
    const fresh = await sealer.seal(hex(random.bytes(32)), purpose)
    await tx.updateTable(table).set({ request_key: fresh }).where('id', '=', id).execute()
    count++
  }
  return count
}
