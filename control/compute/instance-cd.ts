// The CD drive of an instance: inserting an image, also while it runs, booting from it once, and ejecting it.
import type { instanceCd as operations } from '#contract/instance-cd.ts'
import { canInstance } from '#contract/instance-states.ts'
import type { Answer } from '#contract/api.ts'
import type { RowOf } from '../db/database.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { conflict, invalidRequest, isUuid } from '../frame/errors.ts'
import { findInstance, type InstanceRow } from '../frame/find-instance.ts'
import { mustBeIso } from '../storage/cd.ts'
import { findImage, type ImageRow } from '../storage/image.ts'
import { settleDevice } from './device-work.ts'
import { holdsMachine } from './instance-actions.ts'

type CdRow = RowOf<'instance_cd'>

/** One of the project, or of the silo by its ID. */
async function imageFor(ctx: Ctx, instance: InstanceRow, image: string): Promise<ImageRow> {
  const row = await findImage(ctx, isUuid(image) ? { image } : { image, project: instance.project_id }, 'read')
  if (row.project_id !== null && row.project_id !== instance.project_id)
    throw invalidRequest('image does not belong to this project')
  return row
}

/** Whether a machine has to follow. */
function mustBeAble({ host }: Ctx, { run_state }: InstanceRow): boolean {
  if (!canInstance('change_cd', run_state))
    throw invalidRequest(`cannot change the CD of instance in ${run_state} state`)
  if (!holdsMachine(run_state)) return false
  if (!host.can.hot_plugs_cds) throw invalidRequest('Instance must be stopped to change its CD')
  return true
}

const cdOf = async ({ db }: Pick<Ctx, 'db'>, { id }: InstanceRow): Promise<CdRow | undefined> =>
  db.selectFrom('instance_cd').selectAll().where('instance_id', '=', id).executeTakeFirst()

const STATES = { insert: 'inserting', eject: 'ejecting' } as const

async function shown(ctx: Pick<Ctx, 'db'>, instance: InstanceRow): Promise<Answer<'instance_cd_view'>> {
  const row = await cdOf(ctx, instance)
  if (!row) return { state: 'empty', image_id: null, image_name: null, boots_next: false }
  const images = ctx.db.selectFrom('image').select('name').where('id', '=', row.image_id)
  return {
    state: row.task ? STATES[row.task] : 'inserted',
    image_id: row.image_id,
    image_name: (await images.executeTakeFirst())?.name ?? null,
    boots_next: row.task !== 'eject' && (row.boot_generation ?? 0) > instance.generation,
  }
}

/** Answers once the machine has followed, or after a while. */
async function followed(ctx: Ctx, instance: InstanceRow): Promise<Answer<'instance_cd_view'>> {
  const outcome = await settleDevice(ctx.host, { kind: 'cd', id: instance.id })
  if (outcome?.refusal !== undefined) throw conflict(`cannot change the CD: ${outcome.refusal}`)
  return shown({ db: ctx.host.db.read }, instance)
}

export const instanceCd = {
  async instance_cd_view(ctx, { path, query }) {
    return shown(ctx, await findInstance(ctx, { ...path, ...query }, 'read'))
  },

  instance_cd_insert: {
    async outside(ctx, { path, query, body }) {
      const find = async (inside: Ctx) => {
        const instance = await findInstance(inside, { ...path, ...query }, 'modify')
        return { instance, image: await imageFor(inside, instance, body.image) }
      }
      const { image } = await ctx.hold(find)
      await mustBeIso(ctx.host, image)
      const changed = await ctx.write(async (inside) => {
        const found = await find(inside)
        const instance = inside.subject(found.instance)
        const isRunning = mustBeAble(inside, instance)
        if (found.image.id !== image.id) throw conflict(`image "${image.name}" has been replaced meanwhile`)
        const row = {
          instance_id: instance.id,
          image_id: image.id,
          boot_generation: body.boot_once ? instance.generation + 1 : null,
          task: isRunning ? ('insert' as const) : null,
          time_modified: inside.now,
        }
        const insert = inside.db.insertInto('instance_cd').values(row)
        await insert.onConflict((there) => there.column('instance_id').doUpdateSet(row)).execute()
        inside.poke('devices')
        return instance
      })
      return followed(ctx, changed)
    },
  },

  instance_cd_eject: {
    async outside(ctx, { path, query }) {
      const changed = await ctx.write(async (inside) => {
        const instance = inside.subject(await findInstance(inside, { ...path, ...query }, 'modify'))
        if (!(await cdOf(inside, instance))) return instance
        const isRunning = mustBeAble(inside, instance)
        const eject = { task: 'eject' as const, boot_generation: null, time_modified: inside.now }
        const update = inside.db.updateTable('instance_cd').set(eject).where('instance_id', '=', instance.id)
        const remove = inside.db.deleteFrom('instance_cd').where('instance_id', '=', instance.id)
        await (isRunning ? update : remove).execute()
        inside.poke('devices')
        return instance
      })
      return followed(ctx, changed)
    },
  },
} satisfies Handlers<keyof typeof operations>
