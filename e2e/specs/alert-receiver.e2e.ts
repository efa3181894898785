// Alerts: a webhook from creation to deletion, e-mail receivers, SMTP settings, and members' own e-mail alerts.
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { chooseByKeys, chooseFrom, pressAt, tabTo } from '../helpers/keys.ts'
import { choose, makeProject, overflow, row } from '../helpers/table.ts'

let server: Server
let url: string
const received: string[] = []
const BROKEN = '/broken'
/** What the webhook answers. */
let status = 200

test.beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(String(request.headers['x-rackwright-alert-class']))
    response.writeHead(request.url === BROKEN ? 503 : status).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`
})
test.afterAll(() => void server.close())

test('a webhook is created, probed, resubscribed and deleted @core', { tag: '@server' }, async ({ page, unique }) => {
  const name = unique('hook')
  await page.goto('/system/alerts')
  await page.getByRole('link', { name: 'New receiver' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create receiver' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Endpoint').fill('ftp://example.com')
  await form.getByLabel('Secret').fill('a secret word')
  await form.getByRole('button', { name: 'Create receiver' }).click()
  await expect(form.getByText('expected a URL that begins with')).toBeVisible()
  await form.getByLabel('Endpoint').fill(url)
  await form.getByRole('radio', { name: /^Some classes/ }).check()
  await form.getByRole('checkbox', { name: /^instance\.failed/ }).check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create receiver' }).click()

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('No deliveries')).toBeVisible()
  await page.getByRole('button', { name: 'Send a probe' }).click()
  await expect(page.getByText(`${name} accepted the probe (status 200)`)).toBeVisible()
  expect(received).toContain('probe')
  await expect(page.getByRole('table', { name: 'Deliveries' })).toContainText('delivered')

  await page.getByRole('tab', { name: 'Subscriptions' }).click()
  await expect(row(page, 'instance.failed')).toBeVisible()
  await page.getByRole('button', { name: 'Add subscription' }).click()
  const subscribe = page.getByRole('dialog', { name: 'Add subscription' })
  await subscribe.getByLabel('Class or pattern').fill('disk.*')
  await subscribe.getByRole('button', { name: 'Add subscription' }).click()
  await expect(page.getByRole('table', { name: 'Subscriptions' })).toContainText('disk.*')
  await choose(page, 'instance.failed', 'Remove')
  await expect(page.getByRole('table', { name: 'Subscriptions' })).not.toContainText('instance.failed')

  await page.getByRole('tab', { name: 'Secrets' }).click()
  await page.getByRole('button', { name: 'Add secret' }).click()
  const secret = page.getByRole('dialog', { name: 'Add secret' })
  await secret.getByLabel('Secret').fill('another word')
  await secret.getByRole('button', { name: 'Add secret' }).click()
  await expect(page.getByRole('table', { name: 'Secrets' }).getByRole('row')).toHaveCount(3)
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)

  await page.getByRole('button', { name: 'Webhook actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click()
  await expect(page).toHaveURL('/system/alerts/receivers')
})

test(
  'an issue leads to its alert, which says who got it, and when who refused is tried again',
  { tag: '@server' },
  async ({ page, context, unique }) => {
    const name = unique('hook')
    await call(context, 'POST', '/v1/webhook-receivers', {
      name,
      description: '',
      endpoint: url,
      secrets: ['a secret word'],
      subscriptions: ['sled.*'],
    })
    const late = unique('late')
    await call(context, 'POST', '/v1/webhook-receivers', {
      name: late,
      description: '',
      endpoint: new URL(BROKEN, url).href,
      secrets: ['a secret word'],
      subscriptions: ['sled.*'],
    })
    const { items } = (await call(context, 'GET', '/v1/system/hardware/sleds')) as {
      items: { id: string; baseboard: { serial: string } }[]
    }
    const { id, baseboard } = items.find(({ baseboard }) => baseboard.serial !== 'SIM0021')!
    const policy = `/v1/system/hardware/sleds/${id}/provision-policy`
    await call(context, 'PUT', policy, { state: 'non_provisionable' })
    await expect(async () => {
      const issues = (await call(context, 'GET', '/rackwright/issues')) as {
        items: { target_id: string; alert_id: string }[]
      }
      expect(issues.items.some((issue) => issue.target_id === id && issue.alert_id)).toBe(true)
    }).toPass({ timeout: 40_000 })
    await expect(() => expect(received).toContain('sled.out_of_service')).toPass({ timeout: 10_000 })
    await page.goto('/system/issues')
    const issue = page.getByRole('listitem').filter({ hasText: `Sled ${baseboard.serial} is not accepting` })
    await issue.getByRole('link', { name: 'View alert' }).click()
    const sentence = `Sled ${baseboard.serial} is not accepting new instances`
    await expect(page.getByRole('heading', { level: 1, name: sentence })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('sled.out_of_service')
    await expect(page.getByRole('table', { name: 'Sent to' })).toContainText(name)
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    expect(await overflow(page)).toBe(0)
    // the table names it too, and leads to the sled through the alert
    await page.goto('/system/alerts/raised')
    await expect(row(page, sentence).first()).toContainText('open')
    await expect(row(page, sentence).first()).toContainText('Warning')
    expect(await overflow(page)).toBe(0)
    // newest first, until another order is chosen; the address keeps it
    const header = (text: string) => page.getByRole('columnheader', { name: text })
    await expect(header('Raised')).toHaveAttribute('aria-sort', 'descending')
    await header('Severity').getByRole('button').click()
    await expect(header('Severity')).toHaveAttribute('aria-sort', 'ascending')
    await expect(page).toHaveURL('/system/alerts/raised?sort=severity')
    await pressAt(page, header('Alert').getByRole('button'))
    await expect(page).toHaveURL('/system/alerts/raised?sort=alert')
    await page.reload()
    await expect(header('Alert')).toHaveAttribute('aria-sort', 'ascending')
    const sentences = await page.getByRole('table', { name: 'Raised alerts' }).getByRole('link').allTextContents()
    expect(sentences).toEqual(sentences.toSorted(new Intl.Collator('en', { numeric: true }).compare))
    await expectAccessible(page)
    await pressAt(page, page.getByRole('link', { name: sentence }).first())
    await page.getByRole('main').getByRole('link', { name: baseboard.serial, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: baseboard.serial })).toBeVisible()

    // a receiver that refuses is tried again, and says when
    await page.goto('/system/alerts/receivers')
    await expect(row(page, late)).toContainText('retrying')
    await expect(row(page, late).getByText(/^Next try (in|now)/)).toBeVisible()
    await expectAccessible(page)
    await pressAt(page, row(page, late).getByRole('link', { name: late }))
    const health = page.getByRole('definition').first()
    await expect(health).toContainText('refused (503)')
    await expect(health).toContainText('Next try')
    await expectAccessible(page)
    await call(context, 'PUT', policy, { state: 'provisionable' })
    for (const receiver of [name, late]) await call(context, 'DELETE', `/v1/alert-receivers/${receiver}`)
  },
)

test('an alert that is over says so, and so do its messages', { tag: '@server' }, async ({ page, context, unique }) => {
  const [project, name] = [unique('over'), unique('hook')]
  const secrets = ['a secret word']
  await call(context, 'POST', '/v1/webhook-receivers', {
    name,
    description: '',
    endpoint: url,
    secrets,
    subscriptions: ['instance.failed'],
  })
  await makeProject(page, project)
  await call(context, 'POST', `/v1/instances?project=${project}`, {
    name: 'fails-after-boot',
    description: '',
    hostname: 'fails-after-boot',
    ncpus: 1,
    memory: 2 ** 30,
    auto_restart_policy: 'never',
    network_interfaces: { type: 'none' },
  })
  const sentence = `Instance fails-after-boot in project ${project} of silo recovery failed`
  const state = async () => {
    const raised = (await call(context, 'GET', '/rackwright/alerts')) as {
      items: { sentence: string; state: string }[]
    }
    return raised.items.find((one) => one.sentence === sentence)?.state
  }
  await expect.poll(state).toBe('open')
  await call(context, 'DELETE', `/v1/instances/fails-after-boot?project=${project}`)
  await expect.poll(state).toBe('resolved')
  await page.goto('/system/alerts/raised')
  await expect(row(page, sentence)).toContainText('resolved')
  await expectAccessible(page)
  await pressAt(page, row(page, sentence).getByRole('link', { name: sentence }))
  await expect(page.getByRole('heading', { level: 1, name: sentence })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^resolved$/ })).toBeVisible()
  const sent = page.getByRole('table', { name: 'Sent to' })
  for (const notice of ['raised', 'resolved'])
    await expect(sent.getByRole('row', { name: new RegExp(`^${name} .*${notice}`) })).toBeVisible()
  await expectAccessible(page)
  await call(context, 'DELETE', `/v1/alert-receivers/${name}`)
})

test('a receiver says whether alerts reach it, live', { tag: '@server' }, async ({ page, context, unique }) => {
  const name = unique('health')
  const receiver = { name, description: '', endpoint: url, secrets: ['a secret word'], subscriptions: ['sled.*'] }
  await call(context, 'POST', '/v1/webhook-receivers', receiver)
  await page.goto('/system/alerts/receivers')
  await expect(row(page, name)).toContainText('unused')
  await row(page, name).getByRole('link').click()
  const health = page.getByRole('definition').first()
  await expect(health).toHaveText('unused')

  status = 503
  try {
    await call(context, 'POST', `/v1/alert-receivers/${name}/probe`)
    // a probe is not repeated
    await expect(health).toContainText('failing')
    await expect(health).toContainText('refused (503)')
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    expect(await overflow(page)).toBe(0)
  } finally {
    status = 200
  }
  await call(context, 'POST', `/v1/alert-receivers/${name}/probe`)
  await expect(health).toContainText('healthy')
  await page.goto('/system/alerts/receivers')
  await expect(row(page, name)).toContainText('healthy')
  await expectAccessible(page)
  await call(context, 'DELETE', `/v1/alert-receivers/${name}`)
})

test('e-mail is stopped, set up and tried; an e-mail receiver', { tag: '@server' }, async ({ page, unique }) => {
  const name = unique('mail')
  await page.goto('/system/alerts/smtp')
  await page.getByRole('button', { name: 'Stop sending e-mail' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop sending e-mail' }).click()
  await page.getByRole('button', { name: 'Set up e-mail' }).click()
  const form = page.getByRole('dialog', { name: 'SMTP settings' })
  await form.getByLabel('Server').fill('127.0.0.1')
  // nothing listens there
  await form.getByRole('spinbutton', { name: 'Port' }).fill('1')
  await form.getByLabel('From').fill('rack@example.com')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('127.0.0.1:1')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test' }).click()
  const trial = page.getByRole('dialog', { name: 'Send a test' })
  await trial.getByLabel('Send to').fill('me@example.com')
  await trial.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('The test could not be sent')).toBeVisible()
  await expectAccessible(page)

  await page
    .getByRole('tab', { name: 'Receivers', exact: true })
    .or(page.getByRole('link', { name: 'Receivers', exact: true }))
    .first()
    .click()
  await page.getByRole('link', { name: 'New receiver' }).first().click()
  const create = page.getByRole('dialog', { name: 'Create receiver' })
  await create.getByLabel('Name').fill(name)
  await create.getByLabel('Secret').fill('a secret word')
  await create.getByRole('radio', { name: /^E-mail/ }).check()
  // what both kinds have stays
  await expect(create.getByLabel('Name')).toHaveValue(name)
  await expect(create.getByLabel('Secret')).toBeHidden()
  await create.getByLabel('E-mail address').fill('ops@example.com')
  await create.getByRole('checkbox', { name: 'Hourly digest' }).check()
  await expectAccessible(page)
  await create.getByRole('button', { name: 'Create receiver' }).click()
  await expect(page.getByText('At most one an hour')).toBeVisible()
  await page.getByRole('button', { name: 'Send a probe' }).click()
  await expect(page.getByText(`The probe could not be sent to ${name}`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Deliveries' })).toContainText('failed')

  // the old addresses of the lists
  for (const kind of ['email', 'webhooks']) {
    await page.goto(`/system/alerts/${kind}`)
    await expect(page).toHaveURL('/system/alerts/receivers')
  }
  await expect(row(page, name)).toContainText('E-mail, hourly digest')
  await expect(row(page, 'on-call')).toContainText('Webhook')
  // by keyboard from here on
  await chooseByKeys(page, row(page, name), 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit e-mail receiver' })
  await tabTo(page, edit.getByRole('checkbox', { name: 'Hourly digest' }))
  await page.keyboard.press('Space')
  await pressAt(page, edit.getByRole('button', { name: 'Update e-mail receiver' }))
  await expect(page.getByText('One for each alert')).toBeVisible()
  await pressAt(page, page.getByRole('button', { name: 'Send a probe' }))
  await expect(page.getByRole('table', { name: 'Deliveries' }).getByText('failed')).toHaveCount(2)
  await chooseFrom(page, page.getByRole('button', { name: 'E-mail receiver actions' }), 'Delete')
  await expectAccessible(page)
  await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Delete e-mail receiver' }))
  await expect(page).toHaveURL('/system/alerts/receivers')
  await expect(row(page, name)).toBeHidden()
})

test("a member's own e-mail alerts of a project", { tag: '@both' }, async ({ page }) => {
  await page.goto('/projects/storefront/alerts')
  await page.getByRole('button', { name: 'New subscription' }).first().click()
  const form = page.getByRole('dialog', { name: 'Subscribe' })
  await form.getByLabel('E-mail address').fill('me@example.com')
  await form.getByRole('checkbox', { name: /^snapshot\.faulted/ }).uncheck()
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(row(page, 'me@example.com')).toContainText('One per alert')
  await expect(row(page, 'me@example.com')).toContainText('Unconfirmed')
  await expect(page.getByText('Open the e-mail to me@example.com and confirm the address')).toBeVisible()
  await choose(page, 'me@example.com', 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit subscription' })
  await edit.getByRole('checkbox', { name: 'Hourly digest' }).check()
  await edit.getByRole('button', { name: 'Update subscription' }).click()
  await expect(row(page, 'me@example.com')).toContainText('Hourly digest')
  await expectAccessible(page)
  await choose(page, 'me@example.com', 'Unsubscribe')
  await expect(page.getByText('No e-mail alerts')).toBeVisible()
})

test(
  'an address is confirmed by somebody who is not signed in',
  { tag: '@server' },
  async ({ page, context, watch }) => {
    watch.expectStatus(400)
    await context.clearCookies()
    await page.goto('/confirm-address')
    const button = page.getByRole('button', { name: 'Confirm address' })
    await expect(button).toBeDisabled()
    await page.getByLabel('Code from the e-mail').fill('0'.repeat(40))
    await button.click()
    await expect(page.getByRole('alert')).toContainText('not valid, or not any more')
    await expectAccessible(page)

    // the server's side, with a real mail server, is in member-address.spec.ts
    const posted: unknown[] = []
    await page.route('**/rackwright/alert-subscriptions/confirm', async (route) => {
      posted.push(route.request().postDataJSON())
      await route.fulfill({ json: { address: 'me@example.com' } })
    })
    await page.goto('/login')
    await page.goto('/confirm-address#abc123')
    await expect(page.getByLabel('Code from the e-mail')).toBeHidden()
    expect(posted).toEqual([])
    await button.click()
    await expect(page.getByRole('heading', { name: 'Address confirmed' })).toBeVisible()
    await expect(page.getByText('me@example.com')).toBeVisible()
    expect(posted).toEqual([{ token: 'abc123' }])
  },
)
