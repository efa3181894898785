// Shared by affinity and anti-affinity groups, which differ only in name here. placement.ts implements their meaning.
import { canInstance } from '#contract/instance-states.ts'
import { MAX_GROUP_MEMBERS, MAX_GROUPS } from '#contract/limits.ts'
import type { Wire } from '#contract/api.ts'
import type { Ctx } from '../frame/context.ts'
import { alreadyExists, invalidRequest, isUuid, notFound } from '../frame/errors.ts'
import { newIdentity, uniquely, updateIdentity, type IdentityUpdate } from '../frame/identity.ts'
import { findProject, makeFinder } from '../frame/lookup.ts'
import { page, type PageQuery } from '../frame/page.ts'
import { findInstance, type InstanceRow } from '../frame/find-instance.ts'

export interface GroupKind {
  table: 'affinity_group' | 'anti_affinity_group'
  /** The noun in messages: `affinity-group`. */
  label: string
  /** In running text: `affinity group`. */
  words: string
}

type Path = { instance: string } & Record<string, string>
type InProject = { project?: string | null | undefined }
type List = PageQuery & InProject

export function makeGroups(kind: GroupKind) {
  // both kinds have the same columns; Kysely needs one name
  const table = kind.table as 'affinity_group'
  const members = `${table}_member` as const
  const { label, words } = kind

  const find = makeFinder({
    table,
    label,
    param: table,
    idWith: `when providing ${table} as an ID, project should not be specified`,
    nameWithout: `${table} should either be UUID or project should be specified`,
  })

  /** The project applies to the one given by name. If neither is, it goes to the group, which refuses it. */
  async function findBoth(ctx: Ctx, path: Path, { project }: InProject, action: 'read' | 'modify') {
    const bothById = isUuid(path[table]!) && isUuid(path.instance)
    const of = (selector: string) => (isUuid(selector) && !bothById ? undefined : project)
    const group = await find(ctx, { [table]: path[table]!, project: of(path[table]!) }, action)
    const byId = isUuid(path.instance)
    const instance = await findInstance(ctx, { instance: path.instance, project: byId ? undefined : project }, action)
    return { group, instance }
  }

  const membership = (ctx: Ctx, group: { id: string }, instance: { id: string }) =>
    ctx.db
      .selectFrom(members)
      .select('instance_id')
      .where('group_id', '=', group.id)
      .where('instance_id', '=', instance.id)
      .executeTakeFirst()

  async function count(ctx: Ctx, column: 'group_id' | 'instance_id', id: string): Promise<number> {
    const { number } = await ctx.db
      .selectFrom(members)
      .select((is) => is.fn.countAll<number>().as('number'))
      .where(column, '=', id)
      .executeTakeFirstOrThrow()
    return Number(number)
  }

  /** Also called while creating an instance. */
  async function addMember(ctx: Ctx, group: { id: string; project_id: string }, instance: InstanceRow): Promise<void> {
    if (instance.project_id !== group.project_id)
      throw invalidRequest(`instance must be in the same project as the ${words}`)
    if (await membership(ctx, group, instance)) throw alreadyExists(`${label}-member`, instance.id)
    if (!canInstance('join_group', instance.run_state))
      throw invalidRequest(`Instance cannot be added to ${words} with reservation`)
    if ((await count(ctx, 'group_id', group.id)) >= MAX_GROUP_MEMBERS)
      throw invalidRequest(`${capital(words)} already has maximum allowed members (${MAX_GROUP_MEMBERS})`)
    if ((await count(ctx, 'instance_id', instance.id)) >= MAX_GROUPS)
      throw invalidRequest(`Instance already belongs to maximum allowed ${words}s (${MAX_GROUPS})`)
    await ctx.db.insertInto(members).values({ group_id: group.id, instance_id: instance.id }).execute()
  }

  return {
    find,
    addMember,

    async list(ctx: Ctx, query: List) {
      const project = await findProject(ctx, query.project!, 'list_children')
      return page(query, ctx.db.selectFrom(table).selectAll().where('project_id', '=', project.id), table)
    },

    async create(ctx: Ctx, query: { project: string }, body: Wire<'AffinityGroupCreate'>) {
      const project = await findProject(ctx, query.project, 'create_child')
      const { policy, failure_domain } = body
      const row = { ...newIdentity(ctx, body), policy, failure_domain, project_id: project.id }
      const insert = ctx.db.insertInto(table).values(row).returningAll()
      return ctx.subject(await uniquely(label, body.name, insert.executeTakeFirstOrThrow()), project)
    },

    async update(ctx: Ctx, selector: Record<string, string | undefined>, body: IdentityUpdate) {
      const group = ctx.subject(await find(ctx, selector, 'modify'))
      return updateIdentity(ctx, table, label, group, body)
    },

    async remove(ctx: Ctx, selector: Record<string, string | undefined>) {
      const group = ctx.subject(await find(ctx, selector, 'modify'))
      await ctx.db.deleteFrom(table).where('id', '=', group.id).execute()
    },

    async listMembers(ctx: Ctx, selector: Record<string, string | undefined>, query: List) {
      const group = await find(ctx, selector, 'read')
      const rows = ctx.db
        .selectFrom('instance')
        .innerJoin(members, `${members}.instance_id`, 'instance.id')
        .selectAll('instance')
        .where(`${members}.group_id`, '=', group.id)
      const { items, next_page } = await page(query, rows, 'instance')
      return { items: items.map(memberOf), next_page }
    },

    async viewMember(ctx: Ctx, path: Path, query: InProject) {
      const { group, instance } = await findBoth(ctx, path, query, 'read')
      if (!(await membership(ctx, group, instance))) throw notFound(`${label}-member`, instance.id)
      return memberOf(instance)
    },

    async add(ctx: Ctx, path: Path, query: InProject) {
      const { group, instance } = await findBoth(ctx, path, query, 'modify')
      ctx.subject(group)
      await addMember(ctx, group, instance)
      return memberOf(instance)
    },

    async removeMember(ctx: Ctx, path: Path, query: InProject) {
      const { group, instance } = await findBoth(ctx, path, query, 'modify')
      ctx.subject(group)
      if (!(await membership(ctx, group, instance))) throw notFound(`${label}-member`, instance.id)
      await ctx.db.deleteFrom(members).where('group_id', '=', group.id).where('instance_id', '=', instance.id).execute()
    },

    async listOfInstance(ctx: Ctx, path: { instance: string }, query: List) {
      const instance = await findInstance(ctx, { ...path, project: query.project }, 'read')
      const rows = ctx.db
        .selectFrom(table)
        .innerJoin(members, `${members}.group_id`, `${table}.id`)
        .selectAll(table)
        .where(`${members}.instance_id`, '=', instance.id)
      return page(query, rows, table)
    },
  }
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const memberOf = ({ id, name, run_state }: InstanceRow) => ({
  type: 'instance' as const,
  value: { id, name, run_state },
})
