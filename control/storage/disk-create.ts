// Creates disks: blank, from a snapshot, from an image, or for an import.
import { canSnapshot } from '#contract/snapshot-states.ts'
import { GIB, MAX_DISK_GIB, MIN_DISK_GIB } from '#contract/limits.ts'
import type { Input } from '#contract/api.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { shownDisk, type DiskRow } from './disk.ts'
import { invalidRequest, invalidValue } from '../frame/errors.ts'
import { newIdentity, uniquely } from '../frame/identity.ts'
import { findImage } from './image.ts'
import { findProject, type ProjectRow } from '../frame/lookup.ts'
import { findSnapshot } from './snapshot.ts'
import { charge } from '../frame/usage.ts'
import { settle } from './volume-work.ts'
import { requestVolume } from './volume.ts'

export type DiskParams = Input<'disk_create'>['body']
type From<T> = Extract<DiskParams['disk_source'], { type: T }>

/** Runs in the caller's transaction; creating an instance uses it too. The storage loop creates the contents. */
export async function createDiskIn(ctx: Ctx, project: ProjectRow, params: DiskParams): Promise<DiskRow> {
  const { source_id, ...origin } = await originOf(ctx, project, params)
  const { id: project_id, silo_id } = project
  const insert = ctx.db.insertInto('disk').values({
    ...newIdentity(ctx, params),
    ...origin,
    project_id,
    silo_id,
    size: params.size,
    disk_state: 'creating',
    state_when_made: params.disk_source.type === 'importing_blocks' ? 'import_ready' : 'detached',
  })
  const row = await uniquely('disk', params.name, insert.returningAll().executeTakeFirstOrThrow())
  await charge(ctx, row, { storage: row.size })
  await requestVolume(ctx, { id: row.id, silo_id: row.silo_id, owner: 'disk', size: row.size, source_id })
  ctx.poke('storage')
  return row
}

interface Origin {
  block_size: number
  snapshot_id?: string
  image_id?: string
  /** The volume with the contents. */
  source_id?: string
}

async function originOf(ctx: Ctx, project: ProjectRow, { size, disk_source: from }: DiskParams): Promise<Origin> {
  if (from.type === 'blank' || from.type === 'importing_blocks') {
    checkSize(size, from.block_size)
    return { block_size: from.block_size }
  }
  const origin = from.type === 'snapshot' ? await snapshotFor(ctx, project, from) : await imageFor(ctx, project, from)
  checkSize(size, origin.block_size)
  if (size < origin.size)
    throw invalidRequest(`disk size ${size} must be greater than or equal to ${from.type} size ${origin.size}`)
  return { block_size: origin.block_size, [`${from.type}_id`]: origin.id, source_id: origin.id }
}

/** Checks the block size first, because a size that is not a multiple of it fails the later checks with a worse message. */
export function checkSize(size: number, block_size: number): void {
  if (size % block_size !== 0)
    throw invalidValue('size and block_size', `total size must be a multiple of block size ${block_size}`)
  if (size < MIN_DISK_GIB * GIB) throw invalidValue('size', `total size must be at least ${MIN_DISK_GIB} GiB`)
  if (size % GIB !== 0) throw invalidValue('size', 'total size must be a multiple of 1 GiB')
  if (size > MAX_DISK_GIB * GIB) throw invalidValue('size', `total size must be less than ${MAX_DISK_GIB} GiB`)
}

async function snapshotFor(ctx: Ctx, project: ProjectRow, { snapshot_id }: From<'snapshot'>) {
  const row = await findSnapshot(ctx, { snapshot: snapshot_id }, 'read')
  if (row.project_id !== project.id) throw invalidRequest('snapshot does not belong to this project')
  if (!canSnapshot('copy', row.state))
    throw invalidRequest(`snapshot ${row.name} is faulted: its content cannot be read`)
  return row
}

async function imageFor(ctx: Ctx, project: ProjectRow, { image_id }: From<'image'>) {
  const row = await findImage(ctx, { image: image_id }, 'read')
  if (row.project_id !== null && row.project_id !== project.id)
    throw invalidRequest('image does not belong to this project')
  return row
}

export const diskCreate = {
  disk_create: {
    async outside(ctx, { query, body }) {
      const made = await ctx.write(async (inside) => {
        const project = await findProject(inside, query.project, 'create_child')
        return inside.subject(await createDiskIn(inside, project, body))
      })
      // wait for the contents, because clients immediately continue with steps that need a finished disk
      await settle(ctx.host, made.id)
      return shownDisk(made)
    },
  },
} satisfies Handlers<'disk_create'>
