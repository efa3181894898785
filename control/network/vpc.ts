// VPCs: the private networks of a project.
import type { vpc as operations } from '#contract/vpc.ts'
import type { Handlers } from '../frame/context.ts'
import { invalidRequest } from '../frame/errors.ts'
import { updateIdentity } from '../frame/identity.ts'
import { keep } from '../frame/kept.ts'
import { findProject, makeFinder } from '../frame/lookup.ts'
import { page } from '../frame/page.ts'
import { createVpc } from './vpc-contents.ts'
import { rowsToKeep } from './vpc-restore.ts'
import { touchVpc } from './desired/touch-vpc.ts'

export const findVpc = makeFinder({
  table: 'vpc',
  label: 'vpc',
  param: 'vpc',
  idWith: 'when providing vpc as an ID, project should not be specified',
  nameWithout: 'vpc should either be an ID or project should be specified',
})

export const vpc = {
  async vpc_list(ctx, { query }) {
    const project = await findProject(ctx, query.project!, 'list_children')
    return page(query, ctx.db.selectFrom('vpc').selectAll().where('project_id', '=', project.id), 'vpc')
  },

  async vpc_create(ctx, { query, body }) {
    const project = await findProject(ctx, query.project, 'create_child')
    return ctx.subject(await createVpc(ctx, project, body), project)
  },

  async vpc_view(ctx, { path, query }) {
    return findVpc(ctx, { ...path, ...query }, 'read')
  },

  async vpc_update(ctx, { path, query, body }) {
    const row = ctx.subject(await findVpc(ctx, { ...path, ...query }, 'modify'))
    await touchVpc(ctx, row.id)
    return updateIdentity(ctx, 'vpc', 'vpc', row, body, { dns_name: body.dns_name ?? row.dns_name })
  },

  async vpc_delete(ctx, { path, query }) {
    const row = ctx.subject(await findVpc(ctx, { ...path, ...query }, 'modify'))
    const subnet = ctx.db.selectFrom('vpc_subnet').select('id').where('vpc_id', '=', row.id).limit(1)
    if (await subnet.executeTakeFirst()) throw invalidRequest('VPC cannot be deleted while VPC Subnets exist')
    const { silo_id, project_id } = row
    const rows = await rowsToKeep(ctx.db, row)
    await ctx.db.deleteFrom('vpc').where('id', '=', row.id).execute()
    await keep(ctx, { noun: 'vpc', row, silo_id, project_id, rows })
    await touchVpc(ctx, row.id)
  },
} satisfies Handlers<keyof typeof operations>
