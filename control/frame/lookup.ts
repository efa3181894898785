// Finding things by the selectors of the API. The lookup is the authorization: no row without naming an action,
// and who may not see a thing is told that it does not exist.
import { actorOf, type Ctx } from './context.ts'
import { mayInProject, mayProject, type Action } from '../people/authz.ts'
import { forbidden, invalidRequest, isUuid, notFound } from './errors.ts'
import type { Queries, RowOf, TableWith } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

export type ProjectRow = RowOf<'project'>

export function findProject(ctx: Ctx, selector: string, action: Action): Promise<ProjectRow> {
  return projectWhere(ctx, isUuid(selector) ? { id: selector } : { name: selector }, action, () =>
    notFound('project', selector),
  )
}

const projectById = prepared((db, { id }: { id: string }) => db.selectFrom('project').selectAll().where('id', '=', id))
const projectByName = prepared((db, { silo_id, name }: { silo_id: string; name: string }) =>
  db.selectFrom('project').selectAll().where('silo_id', '=', silo_id).where('name', '=', name),
)

/** The project a found thing lies in. Says of the thing, not of the project, that it does not exist. */
async function projectWhere(ctx: Ctx, by: { id: string } | { name: string }, action: Action, missing: () => Error) {
  const actor = actorOf(ctx)
  const [row] = await ('id' in by
    ? projectById(ctx.db, by)
    : projectByName(ctx.db, { silo_id: actor.silo_id, name: by.name }))
  if (!row || !mayProject(actor, row, 'read')) throw missing()
  Object.assign(ctx.target, { id: row.id, name: row.name, silo_id: row.silo_id, project_id: row.id })
  if (!mayProject(actor, row, action)) throw forbidden()
  return row
}

type Selector = Readonly<Record<string, string | null | undefined>>
type TableWithId = TableWith<{ id: string }>

export interface Finder<Row> {
  (ctx: Ctx, selector: Selector, action: Action): Promise<Row>
  /** Up from a row already held: sees to the caller's right to it, as if it had been asked for by id. */
  above(ctx: Ctx, row: Row, action: Action, missing: () => Error): Promise<void>
  readonly param: string
  readonly load: (ctx: Ctx, id: string) => Promise<Row | undefined>
}

export interface FinderOptions<T extends TableWithId> {
  table: T
  /** As messages name it: `not found: vpc-subnet with name …`. */
  label: string
  /** The selector's name, as in the path: `subnet`. */
  param: string
  /** The column that names the parent, and who finds the parent; without: the project. */
  parent?: { column: string; finder: Finder<{ id: string }> }
  /** Selectors that may not come with an id, and the words for it. */
  idWith: string
  nameWithout: string
}

/** Rules A to C of the selectors: an id takes no parent, a name needs one, and the parent is found the same way. */
export function makeFinder<T extends TableWithId>(options: FinderOptions<T>): Finder<RowOf<T>> {
  const { table, label, param, parent } = options
  const column = parent?.column ?? 'project_id'
  const parentParams = parents(options)

  // Kysely cannot follow a table name that is a type parameter; the shape asked for here is one that every named table has.
  type Named = { id: string; name: string; [column: string]: unknown }
  const rows = (db: Queries) => db.selectFrom(table as 'project').selectAll()
  const rowById = prepared((db, { id }: { id: string }) => rows(db).where('id', '=', id))
  const rowByName = prepared((db, { up, name }: { up: string; name: string }) =>
    rows(db)
      .where(column as 'silo_id', '=', up)
      .where('name', '=', name),
  )
  const load = async (ctx: Ctx, id: string) => (await rowById(ctx.db, { id }))[0] as unknown as Named | undefined

  async function above(ctx: Ctx, row: Named, action: Action, missing: () => Error): Promise<void> {
    if (parent) {
      const up = await parent.finder.load(ctx, row[column] as string)
      if (!up) throw missing()
      await parent.finder.above(ctx, up, action, missing)
    } else {
      const project = await projectWhere(ctx, { id: row.project_id as string }, 'read', missing)
      if (!mayInProject(actorOf(ctx), project, action)) throw forbidden()
    }
    Object.assign(ctx.target, { id: row.id, name: row.name })
  }

  async function byName(ctx: Ctx, selector: Selector, name: string): Promise<Named | undefined> {
    const up = parent
      ? await parent.finder(ctx, selector, 'read')
      : await findProject(ctx, selector.project as string, 'read')
    return (await rowByName(ctx.db, { up: up.id, name }))[0] as unknown as Named | undefined
  }

  async function find(ctx: Ctx, selector: Selector, action: Action): Promise<Named> {
    const value = selector[param] as string
    const byId = isUuid(value)
    if (byId && parentParams.some((p) => selector[p])) throw invalidRequest(options.idWith)
    if (!byId && !selector[parentParams[0]!]) throw invalidRequest(options.nameWithout)
    const missing = () => notFound(label, value)
    const row = byId ? await load(ctx, value) : await byName(ctx, selector, value)
    if (!row) throw missing()
    await above(ctx, row, action, missing)
    return row
  }

  return Object.assign(find, { above, param, load, parents: parentParams }) as unknown as Finder<RowOf<T>>
}

/** The selectors above this one, nearest first. */
function parents(options: { parent?: { finder: Finder<{ id: string }> } | undefined }): string[] {
  if (!options.parent) return ['project']
  const finder = options.parent.finder as Finder<{ id: string }> & { parents: string[] }
  return [finder.param, ...finder.parents]
}
