// Names and descriptions: what all named resources share on create and rename.
import { MAX_DESCRIPTION_LENGTH } from '#contract/limits.ts'
import type { Ctx } from './context.ts'
import { UniqueViolation } from '../db/errors.ts'
import type { RowOf, TableWith } from '../db/database.ts'
import { alreadyExists, invalidValue } from './errors.ts'

export function checkIdentity(body: { description?: string | null | undefined }): void {
  if ([...(body.description ?? '')].length > MAX_DESCRIPTION_LENGTH)
    throw invalidValue('description', `description may contain at most ${MAX_DESCRIPTION_LENGTH} characters`)
}

/** The identity columns of a new resource. */
export const newIdentity = (ctx: Pick<Ctx, 'host' | 'now'>, body: { name: string; description: string }) => {
  checkIdentity(body)
  return {
    id: ctx.host.random.uuid(),
    name: body.name,
    description: body.description,
    time_created: ctx.now,
    time_modified: ctx.now,
  }
}

/** Runs a write whose only unique columns are names, and turns a violation into ObjectAlreadyExists. */
export async function uniquely<T>(label: string, name: string, write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (error instanceof UniqueViolation) throw alreadyExists(label, name)
    throw error
  }
}

type Named = TableWith<{ id: string; name: string; time_modified: string }>

export interface IdentityUpdate {
  name?: string | null | undefined
  description?: string | null | undefined
}

/** PUT of an identity: absent or null fields stay unchanged. `also` has further columns to update. */
export async function updateIdentity<T extends Named>(
  ctx: Ctx,
  table: T,
  label: string,
  row: RowOf<T>,
  body: IdentityUpdate,
  also: Partial<RowOf<T>> = {},
): Promise<RowOf<T>> {
  checkIdentity(body)
  const { id, name, description } = row as unknown as { id: string; name: string; description: string }
  const changes = {
    ...also,
    name: body.name ?? name,
    description: body.description ?? description,
    time_modified: ctx.now,
  }
  const update = ctx.db
    .updateTable(table as 'project')
    .set(changes)
    .where('id', '=', id)
  const updated = await uniquely(label, changes.name, update.returningAll().executeTakeFirstOrThrow())
  return updated as unknown as RowOf<T>
}
