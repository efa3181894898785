// Opens the secrets of identity providers. Without them nobody can sign in there, and only an administrator can help.
import type { Sealer } from '../../frame/ports/secrets.ts'
import { Failure } from '../../frame/errors.ts'
import { openEither, purposeOf } from '../../frame/sealer.ts'

type Table = 'oidc_provider' | 'saml_identity_provider'
type Column = 'client_secret' | 'private_key' | 'request_key'

const purpose = (table: Table, column: Column, id: string) => purposeOf(`${table}.${column}`, id)

export const sealProviderSecret = (sealer: Sealer, table: Table, column: Column, id: string, secret: string) =>
  sealer.seal(secret, purpose(table, column, id))

/** The row with these columns in plain text. */
export async function openProvider<Row extends { id: string } & { [K in C]: string | null }, C extends Column>(
  sealer: Sealer,
  table: Table,
  row: Row,
  columns: readonly C[],
): Promise<Row> {
  const opened: Partial<Record<Column, string>> = {}
  for (const column of columns) {
    const sealed = row[column]
    if (sealed === null) continue
    const text = await openEither(sealer, sealed, purpose(table, column, row.id))
    if (text === undefined) throw lostSecrets()
    opened[column] = text
  }
  return { ...row, ...opened }
}

const lostSecrets = () =>
  new Failure(
    'ServiceNotAvailable',
    'the secrets of this identity provider can no longer be read; ask an administrator to enter them again',
  )
