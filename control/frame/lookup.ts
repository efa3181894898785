// Finds resources by the API's selectors and authorizes in the same step: every lookup names an action. Callers who lack access
// get 404. A lookup only reads; the row it returns includes its silo and project.
import { actorOf, type Ctx } from './context.ts'
import { mayInProject, mayProject, type Action } from './authz.ts'
import { forbidden, invalidRequest, isUuid, notFound } from './errors.ts'
import type { Queries, RowOf, TableWith } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

export type ProjectRow = RowOf<'project'>

/** The silo and project of a resource, which decide who can read it. */
interface Place {
  silo_id: string
  project_id: string
}

export type Found<Row> = Row & Place

export async function findProject(ctx: Ctx, selector: string, action: Action): Promise<Found<ProjectRow>> {
  const actor = actorOf(ctx)
  const [row] = isUuid(selector)
    ? await projectById(ctx.db, { id: selector })
    : await projectByName(ctx.db, { silo_id: actor.silo_id, name: selector })
  if (!row || !mayProject(actor, row, 'read')) throw notFound('project', selector)
  const found = { project_id: row.id, ...row }
  if (!mayProject(actor, row, action)) throw forbidden(found)
  return found
}

const projectById = prepared((db, { id }: { id: string }) => db.selectFrom('project').selectAll().where('id', '=', id))
const projectByName = prepared((db, { silo_id, name }: { silo_id: string; name: string }) =>
  db.selectFrom('project').selectAll().where('silo_id', '=', silo_id).where('name', '=', name),
)

type Selector = Readonly<Record<string, string | null | undefined>>
type TableWithId = TableWith<{ id: string }>

export interface Finder<Row> {
  (ctx: Ctx, selector: Selector, action: Action): Promise<Found<Row>>
  /** The place of a row that is already loaded; undefined when the caller cannot read its project. */
  placeOf(ctx: Ctx, row: Row): Promise<Place | undefined>
  readonly param: string
  readonly load: (ctx: Ctx, id: string) => Promise<Row | undefined>
}

export interface FinderOptions<T extends TableWithId> {
  table: T
  /** The noun in messages: `not found: vpc-subnet with name …`. */
  label: string
  /** The selector's parameter name: `subnet`. */
  param: string
  /** The column with the parent's id, and the parent's finder. Defaults to the project. */
  parent?: { column: string; finder: Finder<{ id: string }> }
  /** The message for an id sent together with a parent selector. */
  idWith: string
  nameWithout: string
}

/** Selector rules A to C: an id takes no parent, a name needs one, and the parent is found the same way. */
export function makeFinder<T extends TableWithId>(options: FinderOptions<T>): Finder<RowOf<T>> {
  const { table, label, param, parent } = options
  const column = parent?.column ?? 'project_id'
  const parentParams = parents(options)

  // Kysely cannot type a generic table name; every named table has these columns.
  type Named = { id: string; name: string; [column: string]: unknown }
  const rows = (db: Queries) => db.selectFrom(table as 'project').selectAll()
  const rowById = prepared((db, { id }: { id: string }) => rows(db).where('id', '=', id))
  const rowByName = prepared((db, { up, name }: { up: string; name: string }) =>
    rows(db)
      .where(column as 'silo_id', '=', up)
      .where('name', '=', name),
  )
  const load = async (ctx: Ctx, id: string) => (await rowById(ctx.db, { id }))[0] as unknown as Named | undefined

  async function placeOf(ctx: Ctx, row: Named): Promise<Place | undefined> {
    const id = row[column] as string
    if (parent) {
      const up = await parent.finder.load(ctx, id)
      return up && parent.finder.placeOf(ctx, up)
    }
    const [project] = await projectById(ctx.db, { id })
    return project && mayProject(actorOf(ctx), project, 'read')
      ? { silo_id: project.silo_id, project_id: project.id }
      : undefined
  }

  async function byId(ctx: Ctx, id: string): Promise<Found<Named> | undefined> {
    const row = await load(ctx, id)
    const place = row && (await placeOf(ctx, row))
    return place && { ...row, ...place }
  }

  async function byName(ctx: Ctx, selector: Selector, name: string): Promise<Found<Named> | undefined> {
    const { id, silo_id, project_id } = parent
      ? await parent.finder(ctx, selector, 'read')
      : await findProject(ctx, selector.project as string, 'read')
    const row = (await rowByName(ctx.db, { up: id, name }))[0] as unknown as Named | undefined
    return row && { ...row, silo_id, project_id }
  }

  async function find(ctx: Ctx, selector: Selector, action: Action): Promise<Found<Named>> {
    const value = selector[param] as string
    const isId = isUuid(value)
    if (isId && parentParams.some((name) => selector[name])) throw invalidRequest(options.idWith)
    if (!isId && !selector[parentParams[0]!]) throw invalidRequest(options.nameWithout)
    const found = isId ? await byId(ctx, value) : await byName(ctx, selector, value)
    if (!found) throw notFound(label, value)
    if (!mayInProject(actorOf(ctx), { id: found.project_id, silo_id: found.silo_id }, action)) throw forbidden(found)
    return found
  }

  return Object.assign(find, { placeOf, param, load, parents: parentParams }) as unknown as Finder<RowOf<T>>
}

/** The selectors above this one, nearest first. */
function parents(options: { parent?: { finder: Finder<{ id: string }> } | undefined }): string[] {
  if (!options.parent) return ['project']
  const finder = options.parent.finder as Finder<{ id: string }> & { parents: string[] }
  return [finder.param, ...finder.parents]
}
