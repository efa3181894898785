// Sends the e-mails with which members confirm their addresses. The token is made here, for each attempt anew, and only its hash is
// stored: before the e-mail is sent, because a link that works must not depend on what happens afterwards.
import type { Host } from '../frame/context.ts'
import { hex } from '../frame/hex.ts'
import type { AlertSender, NotSent } from '../frame/ports/sending.ts'
import { makeTroubles, problemOf } from '../frame/troubles.ts'
import { hashToken } from '../people/credential.ts'
import type { MemberAddress } from '../alert/member-address.ts'
import { confirmationText } from '../alert/message.ts'
import { MAX_AGE_MS, retryDelay } from '../alert/send.ts'
import { installationName } from '../frame/installation-name.ts'
import { smtpServer } from '../alert/smtp-settings.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 30_000
const BATCH_SIZE = 20
const DAY_MS = 24 * 3_600_000
/** 160 bits. */
const TOKEN_BYTES = 20
const TOKEN_LIFE_MS = 7 * DAY_MS
/** An address that nobody subscribes with any more. */
const UNUSED_KEPT_MS = 30 * DAY_MS

export function addressConfirmationLoop(host: Host, notify: () => void): Loop {
  const { alertSender: sender, db, clock } = host
  const troubles = makeTroubles(clock)
  const later = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds).toISOString()

  async function step(): Promise<boolean> {
    await forgetUnused()
    if (!sender) return false
    const due = await used().where('time_due', '<=', later(0)).orderBy('time_due').limit(BATCH_SIZE).execute()
    for (const row of due) await send(sender, row)
    await forgetTroubles()
    return due.length === BATCH_SIZE
  }

  /** By a subscription. */
  const used = () =>
    db.read
      .selectFrom('member_address')
      .selectAll()
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('alert_receiver')
            .select('alert_receiver.id')
            .whereRef('alert_receiver.silo_user_id', '=', 'member_address.silo_user_id')
            .whereRef('alert_receiver.endpoint', '=', 'member_address.address'),
        ),
      )

  async function send(sender: AlertSender, row: MemberAddress): Promise<void> {
    const token = hex(host.random.bytes(TOKEN_BYTES))
    const lifeEnd = later(TOKEN_LIFE_MS)
    const time_expires = row.grace_until !== null && row.grace_until > lifeEnd ? row.grace_until : lifeEnd
    if (!(await change(row, { token_hash: await hashToken(token), time_expires }))) return
    const failed = await mail(sender, row, token, time_expires)
    const isOver = clock.now().getTime() - Date.parse(row.time_requested) >= MAX_AGE_MS
    const time_due = isOver ? null : later(retryDelay(row.attempts + 1))
    await change(row, failed ? { attempts: row.attempts + 1, time_due } : { time_due: null, time_sent: later(0) })
    if (failed) {
      troubles.fail(keyOf(row), failed.reason)
      host.log.warn('a confirmation e-mail was not sent', { user: row.silo_user_id, reason: failed.reason })
    } else troubles.pass(keyOf(row))
    notify()
  }

  async function mail(
    sender: AlertSender,
    row: MemberAddress,
    token: string,
    time_expires: string,
  ): Promise<Pick<NotSent, 'reason'> | undefined> {
    try {
      const server = await smtpServer(host)
      if (!server) return { reason: 'no SMTP server is set up' }
      const owner = await ownerOf(row)
      const text = confirmationText({
        ...owner,
        token,
        time_expires,
        suffix: host.suffix,
        installation: await installationName(db.read),
      })
      return await sender.mail(server, { to: row.address, id: host.random.uuid(), ...text })
    } catch (error) {
      return { reason: problemOf(error) }
    }
  }

  const ownerOf = ({ silo_user_id }: MemberAddress) =>
    db.read
      .selectFrom('silo_user')
      .innerJoin('silo', 'silo.id', 'silo_user.silo_id')
      .select(['silo.name as silo', 'silo_user.external_id as user'])
      .where('silo_user.id', '=', silo_user_id)
      .executeTakeFirstOrThrow()

  /** Unless another e-mail was asked for meanwhile, or the address was confirmed. */
  function change(row: MemberAddress, changes: Partial<MemberAddress>): Promise<boolean> {
    return db.transaction(async (tx) => {
      const update = tx
        .updateTable('member_address')
        .set(changes)
        .where('silo_user_id', '=', row.silo_user_id)
        .where('address', '=', row.address)
        .where('time_requested', '=', row.time_requested)
        .where('time_confirmed', 'is', null)
      return (await update.returning('address').execute()).length > 0
    })
  }

  async function forgetUnused(): Promise<void> {
    const unused = db.read.selectFrom('member_address').select(['silo_user_id', 'address'])
    const rows = await unused
      .where('time_requested', '<', later(-UNUSED_KEPT_MS))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('alert_receiver')
              .select('alert_receiver.id')
              .whereRef('alert_receiver.silo_user_id', '=', 'member_address.silo_user_id')
              .whereRef('alert_receiver.endpoint', '=', 'member_address.address'),
          ),
        ),
      )
      .limit(BATCH_SIZE)
      .execute()
    for (const { silo_user_id, address } of rows)
      await db.transaction((tx) =>
        tx
          .deleteFrom('member_address')
          .where('silo_user_id', '=', silo_user_id)
          .where('address', '=', address)
          .execute(),
      )
  }

  /** Forgets the troubles of e-mails that are no longer wanted. */
  async function forgetTroubles(): Promise<void> {
    if (troubles.all().length === 0) return
    const waiting = new Set((await used().where('time_due', 'is not', null).execute()).map(keyOf))
    troubles.keep((key) => waiting.has(key))
  }

  return { name: 'address-confirmation', every: INTERVAL_MS, step, troubles }
}

const keyOf = ({ silo_user_id, address }: MemberAddress) => `${silo_user_id} ${address}`
