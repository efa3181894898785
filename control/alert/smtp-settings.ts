// The server that sends e-mail: one for the whole system.
import type { smtpSettings as operations } from '#contract/smtp-settings.ts'
import type { Queries, RowOf } from '../db/database.ts'
import type { Ctx, Handlers, Host } from '../frame/context.ts'
import { invalidRequest, invalidValue } from '../frame/errors.ts'
import { assertFleet } from '../frame/fleet.ts'
import type { SmtpServer } from '../frame/ports/sending.ts'
import { CannotOpen, purposeOf } from '../frame/sealer.ts'
import { installationName, productName } from '../frame/installation-name.ts'
import { FLEET } from '../frame/subject.ts'
import { senderOf } from './sender-of.ts'

type SettingsRow = RowOf<'smtp_settings'>
type Place = Pick<SettingsRow, 'host' | 'port'>

const SETTINGS_ID = '736d7470-0000-4000-8000-000000000001'
const SUBJECT = { name: 'smtp-settings' }
const PASSWORD = purposeOf('smtp_settings.password', SETTINGS_ID)

const current = (db: Queries) => db.selectFrom('smtp_settings').selectAll().executeTakeFirst()

const shown = (row: SettingsRow) => ({ ...row, has_password: row.password !== null })

/** Undefined until it is set up. */
export async function smtpServer(host: Pick<Host, 'db' | 'sealer'>): Promise<SmtpServer | undefined> {
  const row = await current(host.db.read)
  if (!row) return undefined
  const { host: name, port, security, username, password, from_address: from } = row
  const login =
    username === null
      ? undefined
      : { username, password: password === null ? '' : await host.sealer.open(password, PASSWORD) }
  return { host: name, port, security, login, from }
}

/** After the loss of the secret key. */
function lostPassword(error: unknown): never {
  if (!(error instanceof CannotOpen)) throw error
  throw invalidRequest('the password can no longer be read, because the secret key was lost; enter it again')
}

/** A stored password is never sent to another server than the one it was given for, which another port of the host can be. */
async function passwordFor(ctx: Ctx, before: SettingsRow | undefined, given: string | null, { host, port }: Place) {
  if (given !== null) return given === '' ? null : ctx.host.sealer.seal(given, PASSWORD)
  return before?.host === host && before.port === port ? before.password : null
}

export const smtpSettings = {
  async smtp_settings_view(ctx) {
    assertFleet(ctx, 'viewer')
    const row = await current(ctx.db)
    return { settings: row ? shown(row) : null }
  },

  async smtp_settings_update(ctx, { body: { password, ...given } }) {
    assertFleet(ctx, 'admin')
    ctx.subject(SUBJECT, FLEET)
    if (given.port === 0) throw invalidValue('port', 'it must be from 1 to 65535')
    if (!/^[\w.:-]+$/.test(given.host)) throw invalidValue('host', 'expected a host name or an address')
    const before = await current(ctx.db)
    const sealed = await passwordFor(ctx, before, password, given)
    const row = { id: SETTINGS_ID, ...given, password: sealed, time_modified: ctx.now }
    const insert = ctx.db.insertInto('smtp_settings').values(row)
    await insert.onConflict((there) => there.column('id').doUpdateSet(row)).execute()
    ctx.poke('address-confirmation')
    return shown(row)
  },

  async smtp_settings_delete(ctx) {
    assertFleet(ctx, 'admin')
    ctx.subject(SUBJECT, FLEET)
    await ctx.db.deleteFrom('smtp_settings').execute()
  },

  smtp_settings_test: {
    /** Sends before it writes: the server may take long to answer. */
    async outside(ctx, { body: { address } }) {
      assertFleet(ctx, 'admin')
      ctx.subject(SUBJECT, FLEET)
      const sender = senderOf(ctx)
      const server = await smtpServer(ctx.host).catch(lostPassword)
      if (!server) throw invalidRequest('no SMTP server is set up')
      const failed = await sender.mail(server, {
        to: address,
        id: ctx.requestId,
        subject: `[${productName(await installationName(ctx.host.db.read))}] Test`,
        text: 'This e-mail was sent to test the SMTP settings of Rackwright.\n',
      })
      return ctx.write(async (inside) => {
        inside.subject(SUBJECT, FLEET)
        return { problem: failed?.reason ?? null }
      })
    },
  },
} satisfies Handlers<keyof typeof operations>
