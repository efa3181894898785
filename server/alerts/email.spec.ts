// Alerts by e-mail: receivers, members' subscriptions, digests and the SMTP settings.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeAlertSender } from './sender.ts'
import { makeOutgoing } from '../outgoing/reach.ts'
import type { Mail } from '#control/frame/ports/sending.ts'
import { raiseInProject } from '#control/frame/raise-alert.ts'
import { alertConditionLoop } from '#control/reconcile/alert-condition.ts'
import { eventually, raise } from '#control/testing/alerts.ts'
import { makeSilo, makeUser, must } from '#control/testing/authz-world.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { openMailbox } from '#control/testing/mailbox.ts'
import { makeWorld, type Person, type World } from '#control/testing/world.ts'

const HOUR = 3_600_000
const smtp = { host: 'mail.example.com', port: 587, security: 'starttls', from_address: 'rack@example.com' }
const receiver = { name: 'ops', description: '', address: 'ops@example.com', digest: false, subscriptions: ['**'] }

const roles = (id: string, role_name: string) => ({
  role_assignments: [{ identity_type: 'silo_user', identity_id: id, role_name }],
})
const subscribe = (person: Person, more: object) =>
  person.raw('POST', '/rackwright/alert-subscriptions', {
    address: 'me@example.com',
    classes: ['instance.failed'],
    ...more,
  })
const post = async () => ({ status: 200, duration_ms: 1 })
const SPACE_LOW = '[Rackwright] The file system of the data directory is nearly full'
const FAILED = 'Instance db1 in project web of silo acme failed'
const isConfirmation = ({ subject }: Mail) => subject.includes('Confirm')

eachDatabase((_name, open) => {
  describe('alerts by e-mail', () => {
    let world: World
    let mails: Mail[]
    beforeEach(async () => {
      mails = []
      // confirmations have a spec of their own: member-address.spec.ts
      const mail = async (_server: unknown, sent: Mail) => void (isConfirmation(sent) || mails.push(sent))
      world = await makeWorld(await open(), { alertSender: { mail, post } })
      await world.plane.start()
      await must(world.admin, 'PUT', '/rackwright/smtp-settings', smtp)
    })
    afterEach(async () => {
      await world.stop()
      expect(world.errors).toEqual([])
    })
    const to = (address: string) => mails.filter((mail) => mail.to === address)
    const create = (more = {}) => must(world.admin, 'POST', '/rackwright/email-receivers', { ...receiver, ...more })
    const pending = () =>
      world.host.db.read.selectFrom('alert_delivery').select('id').where('state', '=', 'pending').execute()
    const settle = () => eventually(world, async () => (await pending()).length === 0, 500)
    /** Long enough for what is due to be sent. */
    const pass = async () => {
      for (let turn = 0; turn < 12; turn++) {
        await world.clock.advance(500)
        await new Promise((done) => setTimeout(done, 2))
      }
    }

    test('an e-mail receiver is not among the published receivers', async () => {
      const made = await create()
      expect((await world.admin.raw('GET', '/v1/alert-receivers')).body.items).toEqual([])
      expect((await world.admin.raw('GET', `/v1/alert-receivers/${made.id}`)).status).toBe(404)
      expect((await world.admin.raw('DELETE', '/v1/alert-receivers/ops')).status).toBe(404)
      await raise(world, 1)
      await settle()
      expect(mails).toMatchObject([{ to: 'ops@example.com', subject: SPACE_LOW }])
      expect(mails[0]?.text).toContain('number: 1')
      const { items } = (await world.admin.raw('GET', '/rackwright/email-receivers/ops/deliveries')).body
      expect(items).toMatchObject([{ state: 'delivered', attempts: [{ result: 'succeeded' }] }])
    })

    test('a digest is sent at most once an hour, with everything since', async () => {
      await create({ digest: true })
      await raise(world, 1)
      await settle()
      await raise(world, 2)
      await raise(world, 3)
      await pass()
      expect(mails).toHaveLength(1)
      world.clock.skip(HOUR)
      await settle()
      expect(mails.map(({ subject }) => subject)).toEqual([SPACE_LOW, '[Rackwright] 2 alerts'])
      expect(mails[1]?.text).toMatch(/number: 2[^]*number: 3/)
    })

    test('the subject begins with the name of the installation', async () => {
      await must(world.admin, 'PUT', '/rackwright/installation', { name: 'Bern' })
      await create()
      await raise(world, 1)
      await settle()
      const named = SPACE_LOW.replace('Rackwright', 'Rackwright Bern')
      expect(mails).toMatchObject([{ subject: named, text: expect.stringContaining('installation: Bern\n') }])
      await must(world.admin, 'POST', '/rackwright/smtp-settings/test', { address: 'me@example.com' })
      expect(mails[1]?.subject).toBe('[Rackwright Bern] Test')
    })

    test('the password is sealed, never returned, and not sent to another server', async () => {
      const login = { ...smtp, username: 'rack', password: 'hush hush' }
      const put = async (body: object) => (await world.admin.raw('PUT', '/rackwright/smtp-settings', body)).body
      expect(await put(login)).toMatchObject({ has_password: true })
      const kept = { ...login, password: null, from_address: 'other@example.com' }
      expect(await put(kept)).toMatchObject({ has_password: true, from_address: 'other@example.com' })
      const view = (await world.admin.raw('GET', '/rackwright/smtp-settings')).body
      expect(JSON.stringify(view)).not.toContain('hush')
      const [row] = await world.host.db.read.selectFrom('smtp_settings').selectAll().execute()
      expect(row?.password).not.toContain('hush')
      expect(await put({ ...login, password: null, host: 'other.example.com' })).toMatchObject({ has_password: false })
      await put(login)
      // another server can listen there
      expect(await put({ ...login, password: null, port: 25 })).toMatchObject({ has_password: false, port: 25 })
    })

    test('a test is sent, and needs a server', async () => {
      const body = { address: 'me@example.com' }
      expect((await world.admin.raw('POST', '/rackwright/smtp-settings/test', body)).body).toEqual({ problem: null })
      expect(mails).toMatchObject([{ to: 'me@example.com', subject: '[Rackwright] Test' }])
      await world.admin.raw('DELETE', '/rackwright/smtp-settings')
      const refused = await world.admin.raw('POST', '/rackwright/smtp-settings/test', body)
      expect(refused.body.message).toBe('no SMTP server is set up')
    })

    describe('of members', () => {
      let member: Person
      let memberId: string
      let admin: Person
      let project: { id: string; silo_id: string }
      beforeEach(async () => {
        const silo = await makeSilo(world.admin, 'acme')
        const [one, two] = [await makeUser(world, 'acme', 'member'), await makeUser(world, 'acme', 'boss')]
        member = one.person
        memberId = one.id
        admin = two.person
        await must(world.admin, 'PUT', '/v1/system/silos/acme/policy', roles(two.id, 'admin'))
        project = { ...(await must(admin, 'POST', '/v1/projects', { name: 'web', description: '' })), silo_id: silo.id }
        await must(admin, 'PUT', '/v1/projects/web/policy', roles(memberId, 'viewer'))
      })
      const fail = async () => {
        const time_confirmed = world.clock.now().toISOString()
        await world.host.db.transaction((tx) => tx.updateTable('member_address').set({ time_confirmed }).execute())
        await raiseFailed()
      }
      const raiseFailed = () =>
        world.host.db.transaction((tx) => {
          const row = { id: crypto.randomUUID(), name: 'db1', silo_id: project.silo_id, project_id: project.id }
          const now = world.clock.now().toISOString()
          return raiseInProject(world.host, tx, now, 'instance.failed', {
            noun: 'instance',
            row,
            details: { reason: 'it stopped' },
          })
        })

      test('members get alerts of their project, and operators too, each with a link', async () => {
        await create()
        expect((await subscribe(member, { project: 'web' })).status).toBe(201)
        await fail()
        await settle()
        const [theirs, ours] = [to('me@example.com'), to('ops@example.com')]
        for (const mail of [...theirs, ...ours]) expect(mail.text).toMatch(/severity: error\n {2}state: open\n/)
        expect(theirs).toMatchObject([{ subject: `[Rackwright] ${FAILED}` }])
        expect(theirs[0]?.text).toContain('link: /projects/web/instances/db1/overview\n')
        expect(theirs[0]?.text).toContain('reason: it stopped')
        expect(ours).toMatchObject([{ subject: `[Rackwright] ${FAILED}` }])
        expect(ours[0]?.text).toContain('link: /system/alerts/raised/')
        expect(ours[0]?.text).not.toContain('it stopped')
        // nothing failed in fact, so the next look finds that it is over
        await alertConditionLoop(world.host).step()
        await settle()
        expect(to('me@example.com')).toMatchObject([{}, { subject: `[Rackwright] Resolved: ${FAILED}` }])
        expect(to('ops@example.com')[1]?.text).toContain('state: resolved')
      })

      test('silo admins get those of all projects, other members not even of the silo', async () => {
        expect((await subscribe(member, {})).status).toBe(403)
        expect((await subscribe(admin, {})).status).toBe(201)
        await fail()
        await settle()
        expect(mails).toMatchObject([{ to: 'me@example.com', subject: `[Rackwright] ${FAILED}` }])
      })

      test('who has lost the role gets nothing any more', async () => {
        await subscribe(member, { project: 'web' })
        await must(admin, 'PUT', '/v1/projects/web/policy', { role_assignments: [] })
        await fail()
        await settle()
        expect(mails).toEqual([])
      })

      test('who is disabled gets nothing either', async () => {
        await subscribe(member, { project: 'web' })
        await must(admin, 'PUT', `/rackwright/users/${memberId}/state`, { enabled: false })
        await fail()
        await settle()
        expect(mails).toEqual([])
      })

      test('classes that concern no project are refused, and so is another member', async () => {
        const { status, body } = await subscribe(member, { project: 'web', classes: ['quota.nearly_reached'] })
        expect([status, body.message]).toEqual([400, expect.stringContaining('concerns no single project')])
        const { id } = (await subscribe(member, { project: 'web' })).body as { id: string }
        expect((await admin.raw('DELETE', `/rackwright/alert-subscriptions/${id}`)).status).toBe(404)
        expect((await member.raw('DELETE', `/rackwright/alert-subscriptions/${id}`)).status).toBe(204)
        expect((await member.raw('GET', '/rackwright/alert-subscriptions')).body.items).toEqual([])
      })
    })

    test('a real server that is down for an hour gets everything afterwards, in order', async () => {
      const mailbox = await openMailbox()
      try {
        world.host.alertSender!.mail = makeAlertSender({
          outgoing: makeOutgoing({ allowLocalReceivers: true }),
          ca: mailbox.ca,
        }).mail
        await must(world.admin, 'PUT', '/rackwright/smtp-settings', { ...smtp, host: 'localhost', port: mailbox.port })
        await create()
        mailbox.isDown = true
        for (let number = 1; number <= 3; number++) await raise(world, number)
        const reasons = async () => {
          const { items } = (await world.admin.raw('GET', '/rackwright/email-receivers/ops/deliveries')).body
          return (items as { attempts: { reason: string }[] }[]).flatMap(({ attempts }) => attempts)
        }
        await eventually(world, async () => (await reasons()).length > 0, 500)
        expect((await reasons())[0]?.reason).toContain('try again later')
        mailbox.isDown = false
        world.clock.skip(HOUR)
        await settle()
        expect(mailbox.received.map(({ text }) => /number: (\d)/.exec(text)?.[1])).toEqual(['1', '2', '3'])
      } finally {
        await mailbox.close()
      }
    })
  })
})
