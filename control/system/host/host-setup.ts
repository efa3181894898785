// The setup script of hosts: anonymous, because a new host fetches it, and with the settings that administrators choose.
import type { hostSetup as operations } from '#contract/host-setup.ts'
import { MAX_HOST_SOURCES } from '#contract/limits.ts'
import type { Queries } from '../../db/database.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { Failure, invalidValue } from '../../frame/errors.ts'
import { assertFleet } from '../../frame/fleet.ts'
import { hex } from '../../frame/hex.ts'
import { FLEET } from '../../frame/subject.ts'
import { loginOf, setupScript, type Setup, type SetupSettings } from './setup-script.ts'

const ONLY_ID = 1
const SUBJECT = { name: 'host-setup' }

async function settingsOf(db: Queries): Promise<SetupSettings> {
  const row = await db.selectFrom('host_setup').selectAll().executeTakeFirst()
  return { from: row?.sources ?? [], network_database: row?.network_database ?? null }
}

async function setupOf(ctx: Pick<Ctx, 'host' | 'db'>): Promise<Setup> {
  const { hosts, hostSetup: facts } = ctx.host
  if (!hosts || !facts) throw new Failure('ObjectNotFound', 'this rack takes no hosts, so there is no setup script')
  return { ...facts, ...(await settingsOf(ctx.db)), public_key: await hosts.publicKey() }
}

const digestOf = async (text: string) =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))

async function shown(ctx: Pick<Ctx, 'host' | 'db'>) {
  const setup = await setupOf(ctx)
  const { from, network_database, public_key, hasNetwork: needs_network } = setup
  const sha256 = await digestOf(setupScript(setup))
  return { from: [...from], network_database, sha256, public_key, user: loginOf(setup), needs_network }
}

export const hostSetup = {
  async host_setup_script(ctx) {
    const script = setupScript(await setupOf(ctx))
    const headers = {
      'content-type': 'text/x-shellscript; charset=utf-8',
      'content-disposition': 'attachment; filename="rackwright-host.sh"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-request-id': ctx.requestId,
    }
    return new Response(script, { headers })
  },

  async host_setup_view(ctx) {
    assertFleet(ctx, 'admin')
    return shown(ctx)
  },

  async host_setup_update(ctx, { body }) {
    assertFleet(ctx, 'admin')
    ctx.subject(SUBJECT, FLEET)
    if (body.from.length > MAX_HOST_SOURCES) throw invalidValue('from', `at most ${MAX_HOST_SOURCES} addresses`)
    const { network_database } = body
    const row = { id: ONLY_ID, sources: [...new Set(body.from)], network_database, time_modified: ctx.now }
    const insert = ctx.db.insertInto('host_setup').values(row)
    await insert.onConflict((there) => there.column('id').doUpdateSet(row)).execute()
    return shown(ctx)
  },
} satisfies Handlers<keyof typeof operations>
