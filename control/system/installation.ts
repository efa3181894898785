// The name of the installation, for operators to set.
import type { installation as operations } from '#contract/installation.ts'
import type { Handlers } from '../frame/context.ts'
import { invalidValue } from '../frame/errors.ts'
import { assertFleet } from '../frame/fleet.ts'
import { installationName } from '../frame/installation-name.ts'
import { FLEET } from '../frame/subject.ts'

const ONLY_ID = 1

export const installation = {
  async installation_view(ctx) {
    assertFleet(ctx, 'viewer')
    return { name: await installationName(ctx.db) }
  },

  async installation_update(ctx, { body }) {
    assertFleet(ctx, 'admin')
    ctx.subject({ name: 'installation' }, FLEET)
    const name = body.name?.trim() || null
    // it becomes part of headers of e-mails
    if (name !== null && /\p{C}/u.test(name)) throw invalidValue('name', 'expected one line of text')
    const row = { id: ONLY_ID, name, time_modified: ctx.now }
    const insert = ctx.db.insertInto('installation').values(row)
    await insert.onConflict((there) => there.column('id').doUpdateSet(row)).execute()
    return { name }
  },
} satisfies Handlers<keyof typeof operations>
