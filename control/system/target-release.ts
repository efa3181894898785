// The release the system should run. Only the running version is known.
import type { targetRelease as operations } from '#contract/target-release.ts'
import type { Queries } from '../db/database.ts'
import type { Handlers } from '../frame/context.ts'
import { badRequest, notFound } from '../frame/errors.ts'
import { FLEET } from '../frame/subject.ts'
import { assertFleet } from '../frame/fleet.ts'
import { compareVersions } from './versions.ts'

const current = (db: Queries) =>
  db.selectFrom('target_release').selectAll().orderBy('generation', 'desc').limit(1).executeTakeFirstOrThrow()

export const targetRelease = {
  async target_release_view(ctx) {
    assertFleet(ctx, 'viewer')
    return current(ctx.db)
  },

  async target_release_update(ctx, { body: { system_version } }) {
    assertFleet(ctx, 'admin')
    ctx.subject({ name: system_version }, FLEET)
    if (compareVersions(system_version, ctx.host.version) !== 0) throw notFound('tuf-repo', system_version)
    const { generation, release_source } = await current(ctx.db)
    // the server may have been replaced by an older version since
    if (release_source.type === 'system_version' && compareVersions(system_version, release_source.version) < 0)
      throw badRequest(
        `The requested target system release (${system_version}) is older than the current target ` +
          `system release (${release_source.version}); going back is not supported`,
      )
    const row = {
      generation: generation + 1,
      time_requested: ctx.now,
      release_source: { type: 'system_version' as const, version: ctx.host.version },
    }
    await ctx.db.insertInto('target_release').values(row).execute()
    return row
  },
} satisfies Handlers<keyof typeof operations>
