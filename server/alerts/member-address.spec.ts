// A member's address gets alerts only once whoever reads its mail has confirmed it. With a real mail server.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeAlertSender } from './sender.ts'
import { makeOutgoing } from '../outgoing/reach.ts'
import { migrate, migrations } from '#control/db/migrate.ts'
import { raiseInProject } from '#control/frame/raise-alert.ts'
import { eventually } from '#control/testing/alerts.ts'
import { makeSilo, makeUser, must } from '#control/testing/authz-world.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { openMailbox, type Mailbox } from '#control/testing/mailbox.ts'
import { makeWorld, type Person, type World } from '#control/testing/world.ts'

const DAY = 24 * 3_600_000
const SUBSCRIPTIONS = '/rackwright/alert-subscriptions'
const REFUSED = 'this link or code is not valid, or not any more'

const roles = (id: string, role_name: string) => ({
  role_assignments: [{ identity_type: 'silo_user', identity_id: id, role_name }],
})

interface Subscription {
  id: string
  address_state: string
  sends_until: string | null
  time_confirmation_sent: string | null
}

eachDatabase((_name, open) => {
  describe('an address of a member', () => {
    let world: World
    let mailbox: Mailbox
    let member: Person
    let userId: string
    let project: { id: string; silo_id: string }

    beforeEach(async () => {
      mailbox = await openMailbox()
      const outgoing = makeOutgoing({ allowLocalReceivers: true })
      world = await makeWorld(await open(), {
        alertSender: makeAlertSender({ outgoing, ca: mailbox.ca }),
        suffix: 'cloud.example.com',
      })
      await world.plane.start()
      const smtp = { host: 'localhost', port: mailbox.port, security: 'starttls', from_address: 'rack@example.com' }
      await must(world.admin, 'PUT', '/rackwright/smtp-settings', smtp)
      const silo = await makeSilo(world.admin, 'acme')
      const boss = await makeUser(world, 'acme', 'boss')
      const user = await makeUser(world, 'acme', 'ada')
      member = user.person
      userId = user.id
      await must(world.admin, 'PUT', '/v1/system/silos/acme/policy', roles(boss.id, 'admin'))
      const made = await must(boss.person, 'POST', '/v1/projects', { name: 'web', description: '' })
      project = { id: made.id, silo_id: silo.id }
      await must(boss.person, 'PUT', '/v1/projects/web/policy', roles(userId, 'viewer'))
    })
    afterEach(async () => {
      await world.stop()
      await mailbox.close()
      expect(world.errors).toEqual([])
    })

    const ada = () => world.login('acme', 'ada')
    const subscribe = async (address = 'ada@example.com', as = member) =>
      (await must(as, 'POST', SUBSCRIPTIONS, {
        address,
        classes: ['instance.failed'],
        project: 'web',
      })) as unknown as Subscription
    const list = async (as = member) => (await as.raw('GET', SUBSCRIPTIONS)).body.items as Subscription[]
    const confirm = (token: string, as = world.anonymous) => as.raw('POST', `${SUBSCRIPTIONS}/confirm`, { token })
    const resend = async (id: string, as = member) => as.raw('POST', `${SUBSCRIPTIONS}/${id}/confirmation`)
    const raise = () =>
      world.host.db.transaction((tx) => {
        const row = { id: crypto.randomUUID(), name: 'db1', silo_id: project.silo_id, project_id: project.id }
        return raiseInProject(world.host, tx, world.clock.now().toISOString(), 'instance.failed', {
          noun: 'instance',
          row,
        })
      })
    const mailsWith = (text: string) =>
      mailbox.received.filter((mail) => mail.text.replaceAll('=\r\n', '').includes(text))
    const confirmations = () => mailsWith('Confirm your address')
    // without those that say that it is over
    const alerts = () => mailsWith('state: open')
    const arrive = (count: number) => eventually(world, () => confirmations().length >= count, 500)
    const tokenOf = (at: number) => /#([0-9a-f]+)/.exec(confirmations()[at]!.text.replaceAll('=\r\n', ''))![1]!
    /** Long enough for what is due to be sent. */
    const pass = async (turns = 24) => {
      for (let turn = 0; turn < turns; turn++) {
        await world.clock.advance(500)
        await new Promise((done) => setTimeout(done, 2))
      }
    }

    test('gets alerts once its link was opened, by somebody who is not signed in', async () => {
      expect(await subscribe()).toMatchObject({ address_state: 'unconfirmed', sends_until: null })
      await arrive(1)
      const [mail] = confirmations()
      expect(mail!.text).toContain('ada of silo acme')
      await raise()
      await pass()
      expect(alerts()).toEqual([])
      const token = tokenOf(0)
      expect(token.length * 4).toBeGreaterThanOrEqual(128)
      expect(mail!.text.replaceAll('=\r\n', '')).toContain(
        `https://acme.sys.cloud.example.com/confirm-address#${token}`,
      )
      expect(await confirm(token)).toMatchObject({ status: 200, body: { address: 'ada@example.com' } })
      expect(await list()).toMatchObject([{ address_state: 'confirmed', time_confirmed: expect.any(String) }])
      await pass()
      // what was raised before is not sent afterwards
      expect(alerts()).toEqual([])
      await raise()
      await eventually(world, () => alerts().length === 1, 500)
    })

    test('has only the hash of its token in the database', async () => {
      await subscribe()
      await arrive(1)
      const row = await world.host.db.read.selectFrom('member_address').selectAll().executeTakeFirstOrThrow()
      expect(JSON.stringify(row)).not.toContain(tokenOf(0))
      expect(row.token_hash).toMatch(/^[0-9a-f]{64}$/)
      expect((await confirm(row.token_hash!)).status).toBe(400)
    })

    test('refuses unknown, used, replaced and expired tokens with the same answer', async () => {
      const refusal = async (token: string) => {
        const { status, body } = await confirm(token)
        return { status, error_code: body.error_code, message: body.message }
      }
      const same = { status: 400, error_code: 'InvalidRequest', message: REFUSED }
      expect(await refusal('0'.repeat(40))).toEqual(same)
      expect(await refusal('')).toEqual(same)
      const { id } = await subscribe()
      await arrive(1)
      const replaced = tokenOf(0)
      expect((await resend(id)).status).toBe(200)
      await arrive(2)
      expect(await refusal(replaced)).toEqual(same)
      const used = tokenOf(1)
      expect((await confirm(used)).status).toBe(200)
      expect(await refusal(used)).toEqual(same)
      await subscribe('other@example.com')
      await arrive(3)
      world.clock.skip(7 * DAY)
      expect(await refusal(tokenOf(2))).toEqual(same)
      expect((await list(await ada())).map((each) => each.address_state).toSorted()).toEqual([
        'confirmed',
        'unconfirmed',
      ])
    })

    test('is unconfirmed again when it changes, and confirmed where it was before', async () => {
      const { id } = await subscribe()
      await arrive(1)
      await confirm(tokenOf(0))
      const body = { address: 'other@example.com', classes: ['instance.failed'] }
      expect(await must(member, 'PUT', `${SUBSCRIPTIONS}/${id}`, body)).toMatchObject({ address_state: 'unconfirmed' })
      await arrive(2)
      await raise()
      await pass()
      expect(alerts()).toEqual([])
      const back = { ...body, address: 'ada@example.com' }
      expect(await must(member, 'PUT', `${SUBSCRIPTIONS}/${id}`, back)).toMatchObject({ address_state: 'confirmed' })
      await pass()
      expect(confirmations()).toHaveLength(2)
    })

    test('of one user says nothing about the same address of another', async () => {
      const grace = await makeUser(world, 'acme', 'grace')
      await must(world.admin, 'PUT', '/v1/system/silos/acme/policy', {
        role_assignments: [{ identity_type: 'silo_user', identity_id: grace.id, role_name: 'viewer' }],
      })
      await subscribe()
      await arrive(1)
      await confirm(tokenOf(0))
      expect(await subscribe('ada@example.com', grace.person)).toMatchObject({ address_state: 'unconfirmed' })
    })

    test('is not flooded: its e-mail can be sent a few times a day, also after unsubscribing', async () => {
      let { id } = await subscribe()
      for (let mails = 1; mails < 4; mails++) expect((await resend(id)).status).toBe(200)
      await must(member, 'DELETE', `${SUBSCRIPTIONS}/${id}`)
      id = (await subscribe()).id
      expect((await resend(id)).status).toBe(200)
      const refused = await resend(id)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      world.clock.skip(DAY)
      expect((await resend(id, await ada())).status).toBe(200)
    })

    test('of somebody else cannot be sent its e-mail, and a confirmed one needs none', async () => {
      const { id } = await subscribe()
      expect((await resend(id, world.admin)).status).toBe(404)
      await arrive(1)
      await confirm(tokenOf(0), member)
      expect((await resend(id)).status).toBe(400)
    })

    test('gets its e-mail when the mail server is back', async () => {
      mailbox.isDown = true
      await subscribe()
      await pass()
      expect(await list()).toMatchObject([{ time_confirmation_sent: null }])
      mailbox.isDown = false
      await arrive(1)
      expect((await confirm(tokenOf(0))).status).toBe(200)
    })

    test('without a DNS suffix gets a code, and no link that a made-up Host could lead astray', async () => {
      world.host.suffix = undefined
      const headers = { host: 'evil.example.com' }
      const body = { address: 'ada@example.com', classes: ['instance.failed'], project: 'web' }
      expect((await member.raw('POST', SUBSCRIPTIONS, body, headers)).status).toBe(201)
      await arrive(1)
      const text = confirmations()[0]!.text.replaceAll('=\r\n', '')
      expect(text).not.toContain('evil')
      expect(text).not.toContain('http')
      expect((await confirm(/^ {2}([0-9a-f]{40})/m.exec(text)![1]!)).status).toBe(200)
    })

    test('from before the upgrade gets one e-mail, and alerts for 30 days', async () => {
      const { db } = world.host
      const { id } = await subscribe()
      const { time_created } = await db.read.selectFrom('member_address').selectAll().executeTakeFirstOrThrow()
      // as the migration leaves it
      const grace_until = new Date(Date.parse(time_created) + 30 * DAY).toISOString()
      await db.transaction((tx) => tx.updateTable('member_address').set({ grace_until }).execute())
      await arrive(1)
      expect(await list()).toMatchObject([{ id, address_state: 'unconfirmed', sends_until: grace_until }])
      await raise()
      await eventually(world, () => alerts().length === 1, 500)
      world.clock.skip(29 * DAY)
      await raise()
      await eventually(world, () => alerts().length === 2, 500)
      // queued in time, but not sent in time
      await raise()
      world.clock.skip(DAY)
      await pass()
      await raise()
      await pass()
      expect(alerts()).toHaveLength(2)
      expect(confirmations()).toHaveLength(1)
      const again = await ada()
      expect((await resend(id, again)).status).toBe(200)
      await arrive(2)
      expect((await confirm(tokenOf(1))).status).toBe(200)
      await raise()
      await eventually(world, () => alerts().length === 3, 500)
    })
  })

  test('addresses that exist at the upgrade are unconfirmed, due for an e-mail, and get alerts for 30 days', async () => {
    const db = await open({ empty: true })
    const at = migrations.findIndex(({ name }) => name === '0017-member-address')
    const now = new Date()
    await migrate(db, now, migrations.slice(0, at))
    const time = now.toISOString()
    const [silo, user] = [crypto.randomUUID(), crypto.randomUUID()]
    await db.transaction(async (tx) => {
      const times = { time_created: time, time_modified: time }
      const mode = { discoverable: true, identity_mode: 'local_only' as const, mapped_fleet_roles: {} }
      await tx
        .insertInto('silo')
        .values({ id: silo, name: 'acme', description: '', ...mode, ...times })
        .execute()
      await tx
        .insertInto('silo_user')
        .values({ id: user, silo_id: silo, external_id: 'ada', ...times })
        .execute()
      const receiver = { description: '', is_digest: false, silo_user_id: user, silo_id: silo, ...times }
      for (const endpoint of ['ada@example.com', 'ada@example.com', 'other@example.com'])
        await tx
          .insertInto('alert_receiver')
          .values({ ...receiver, id: crypto.randomUUID(), name: crypto.randomUUID(), kind: 'member', endpoint })
          .execute()
    })
    await migrate(db, now)
    const rows = await db.read.selectFrom('member_address').selectAll().orderBy('address').execute()
    expect(rows).toMatchObject(
      ['ada@example.com', 'other@example.com'].map((address) => ({
        address,
        silo_user_id: user,
        time_confirmed: null,
        token_hash: null,
      })),
    )
    for (const { time_due, grace_until } of rows) {
      expect(time_due).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(Date.parse(grace_until!) - Date.parse(time_due!)).toBe(30 * DAY)
    }
  })
})
