// What the rack is made of, what it can do, and the image that comes with it, for everybody who is signed in.
import type { platform as operations } from '#contract/platform.ts'
import type { Queries } from '../db/database.ts'
import { actorOf, type Handlers } from '../frame/context.ts'
import { download } from '../frame/download.ts'
import { ARCHITECTURES, type Architecture } from '#contract/architecture-names.ts'
import { notFound } from '../frame/errors.ts'

export const platform = {
  async platform_view(ctx) {
    actorOf(ctx)
    const { version, rackKind, networkKind, can, migrations, starterImage } = ctx.host
    return {
      version,
      machines: rackKind,
      network: networkKind,
      ...can,
      takes_hosts: ctx.host.hosts !== undefined,
      architectures: await architecturesOf(ctx.db),
      migrates: migrations !== undefined,
      backup_kinds: [...(ctx.host.backupEngine?.kinds ?? [])],
      has_starter_image: (await starterImage?.()) !== undefined,
    }
  },

  async starter_image_download(ctx) {
    await ctx.hold(actorOf)
    const image = await ctx.host.starterImage?.()
    if (!image) throw notFound('image', 'starter')
    return download(ctx, {
      reader: { close: async () => undefined },
      size: image.size,
      etag: `"${image.version}"`,
      type: 'application/octet-stream',
      name: 'starter.raw',
      pieces: ({ start, end }) => image.read(start, end),
    })
  },
} satisfies Handlers<keyof typeof operations>

/** Lists what the sleds in service run. A sled that does not say runs any. */
async function architecturesOf(db: Queries): Promise<Architecture[]> {
  const sleds = await db
    .selectFrom('sled')
    .select('architectures')
    .where('policy_kind', '=', 'in_service')
    .where('state', '=', 'active')
    .where('provision_policy', '=', 'provisionable')
    .orderBy('id')
    .execute()
  const all = sleds.map(({ architectures }) => architectures ?? [...ARCHITECTURES])
  return [...new Set([...all.map(([own]) => own!), ...all.flat()].filter(Boolean))]
}
