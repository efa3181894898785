// Support bundles: diagnostics collected by reconcile/support-bundle.ts into a zip that operators download.
import type { supportBundle as operations } from '#contract/support-bundle.ts'
import { canSupportBundle } from '#contract/support-bundle-states.ts'
import type { RowOf } from '../db/database.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { Failure, insufficientCapacity, invalidRequest, notFound } from '../frame/errors.ts'
import { page } from '../frame/page.ts'
import { FLEET } from '../frame/subject.ts'
import type { Role } from '../frame/authz.ts'
import { clipped } from '../frame/byte-range.ts'
import { assertFleet, assertFleetThing } from '../frame/fleet.ts'
import { download } from '../frame/download.ts'
import { readBytes, readEntries, readEntry } from './support-bundle-zip.ts'
import type { BundleReader } from '../frame/support-bundle-store.ts'

export const MAX_BUNDLES = 10

type BundleRow = RowOf<'support_bundle'>

async function findBundle(ctx: Ctx, id: string, role: Role = 'viewer'): Promise<BundleRow> {
  assertFleetThing(ctx, 'support-bundle', id, role)
  const row = await ctx.db.selectFrom('support_bundle').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('support-bundle', id)
  return row
}

export const supportBundle = {
  async support_bundle_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const { items, next_page } = await page(query, ctx.db.selectFrom('support_bundle').selectAll(), 'support_bundle')
    return { items, next_page }
  },

  async support_bundle_view(ctx, { path }) {
    return findBundle(ctx, path.support_bundle)
  },

  async support_bundle_create(ctx) {
    assertFleet(ctx, 'admin')
    const kept = await ctx.db.selectFrom('support_bundle').select('id').where('state', '!=', 'failed').execute()
    if (kept.length >= MAX_BUNDLES)
      throw insufficientCapacity(
        `Current policy limits support bundle creation to ${MAX_BUNDLES} bundles. ` +
          'You must delete old support bundles before new ones can be created',
      )
    const row = {
      id: ctx.host.random.uuid(),
      state: 'collecting' as const,
      reason_for_creation: 'Created by external API',
      attempts: 0,
      time_created: ctx.now,
    }
    ctx.subject({ id: row.id }, FLEET)
    ctx.poke('support-bundle')
    return ctx.db.insertInto('support_bundle').values(row).returningAll().executeTakeFirstOrThrow()
  },

  async support_bundle_delete(ctx, { path }) {
    const row = await findBundle(ctx, path.support_bundle, 'admin')
    ctx.subject({ id: row.id }, FLEET)
    if (!canSupportBundle('delete', row.state))
      throw invalidRequest(`Cannot update support bundle state from ${capitalized(row.state)} to Destroying`)
    await ctx.db.updateTable('support_bundle').set({ state: 'destroying' }).where('id', '=', row.id).execute()
    ctx.poke('support-bundle')
  },

  support_bundle_download: (ctx, { path }) => zip(ctx, path.support_bundle),
  support_bundle_head: (ctx, { path }) => zip(ctx, path.support_bundle),
  support_bundle_download_file: (ctx, { path }) => file(ctx, path.support_bundle, path.file),
  support_bundle_head_file: (ctx, { path }) => file(ctx, path.support_bundle, path.file),

  async support_bundle_index(ctx, { path }) {
    const reader = await openBundle(ctx, path.support_bundle)
    try {
      const names = (await readEntries(reader)).map((entry) => entry.name)
      const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-request-id': ctx.requestId }
      return new Response(names.join('\n'), { headers })
    } finally {
      await reader.close()
    }
  },
} satisfies Handlers<keyof typeof operations>

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

async function findReadable(ctx: Ctx, id: string): Promise<void> {
  const row = await findBundle(ctx, id)
  if (!canSupportBundle('download', row.state)) throw invalidRequest('Cannot download bundle in non-active state')
}

async function openBundle(ctx: Ctx, id: string): Promise<BundleReader> {
  await ctx.hold((now) => findReadable(now, id))
  const reader = await ctx.host.bundles.open(id)
  if (!reader) throw new Failure('Gone', `the bytes of support bundle ${id} are not in the data directory`)
  return reader
}

async function zip(ctx: Ctx, id: string): Promise<Response> {
  const reader = await openBundle(ctx, id)
  return download(ctx, {
    reader,
    size: reader.size,
    etag: `"${id}"`,
    type: 'application/zip',
    name: `support-bundle-${id}.zip`,
    pieces: ({ start, end }) => readBytes(reader, start, end),
  })
}

async function file(ctx: Ctx, id: string, name: string): Promise<Response> {
  const reader = await openBundle(ctx, id)
  const entry = (await readEntries(reader)).find((each) => each.name === name)
  if (!entry) {
    await reader.close()
    throw new Failure('ObjectNotFound', `not found: file "${name}" in support bundle ${id}`)
  }
  return download(ctx, {
    reader,
    size: entry.size,
    etag: `"${id}-${entry.crc.toString(16)}"`,
    type: 'application/octet-stream',
    name: name.split('/').at(-1)!,
    pieces: (span) => clipped(readEntry(reader, entry), span),
  })
}
