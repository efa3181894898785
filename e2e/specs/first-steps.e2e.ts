// From an empty data directory to a running instance with the checklist: with the mouse, and with the keyboard only.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PASSWORD, PHONE, test as base } from '../helpers/harness.ts'
import { startEmpty, type Running } from '../helpers/hosts.ts'
import { pressAt, tabTo } from '../helpers/keys.ts'
import { overflow } from '../helpers/table.ts'

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f ann@desk'

/** Each test has its own server without demo data. */
const test = base.extend<{ empty: Running }>({
  empty: async ({ page }, give) => {
    const running = await startEmpty(PASSWORD)
    await give(running)
    // leave the page, which would report errors when the server stops
    await page.goto('about:blank')
    await running.stop()
  },
})

const checklist = (page: Page) => page.getByRole('region', { name: 'First steps' })
const step = (page: Page, name: string) => checklist(page).getByRole('listitem', { name: new RegExp(`^${name}:`) })
const expectDone = (page: Page, name: string) => expect(step(page, name)).toHaveAccessibleName(`${name}: done`)

async function visitProjects(page: Page, url: string): Promise<void> {
  await page.request.post(`${url}/v1/login/recovery/local`, { data: { username: 'admin', password: PASSWORD } })
  await page.goto(`${url}/projects`)
  await expect(checklist(page)).toContainText('0 of 6 done')
}

test('the checklist leads from nothing to a running instance @server @core', async ({ page, empty, watch }) => {
  watch.expectStatus(404)
  await visitProjects(page, empty.url)
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(step(page, 'Image').getByRole('button', { name: 'Use starter image' })).toBeDisabled()

  await step(page, 'IP pool').getByRole('button', { name: 'Add IP pool' }).click()
  const pool = page.getByRole('dialog', { name: 'Add IP pool' })
  await pool.getByRole('textbox', { name: 'First address' }).fill('203.0.113.10')
  await pool.getByRole('textbox', { name: 'Last address' }).fill('203.0.113.1')
  await pool.getByRole('button', { name: 'Add IP pool' }).click()
  await expect(pool.getByText('The last address must not be below the first')).toBeVisible()
  await pool.getByRole('textbox', { name: 'Last address' }).fill('203.0.113.20')
  await pool.getByRole('button', { name: 'Add IP pool' }).click()
  await expectDone(page, 'IP pool')

  await step(page, 'SSH key').getByRole('button', { name: 'Add SSH key' }).click()
  const key = page.getByRole('dialog', { name: 'Add SSH key' })
  await key.getByRole('textbox', { name: 'Name' }).fill('desk')
  await key.getByRole('textbox', { name: 'Public key' }).fill(KEY)
  await key.getByRole('button', { name: 'Add SSH key' }).click()
  await expectDone(page, 'SSH key')

  await step(page, 'Project').getByRole('button', { name: 'Create project' }).click()
  const project = page.getByRole('dialog', { name: 'Create project' })
  await project.getByRole('textbox', { name: 'Name' }).fill('web')
  await project.getByRole('button', { name: 'Create project' }).click()
  await expectDone(page, 'Project')

  await step(page, 'Image').getByRole('button', { name: 'Use starter image' }).click()
  await expectDone(page, 'Image')
  await expect(step(page, 'Image')).toContainText('starter')
  await expect(checklist(page)).toContainText('4 of 6 done')
  await expectAccessible(page)

  await step(page, 'Instance').getByRole('button', { name: 'Create instance' }).click()
  const instance = page.getByRole('dialog', { name: 'Create instance' })
  await expect(instance.getByRole('combobox', { name: 'Image' })).toContainText('starter')
  await instance.getByRole('button', { name: 'Create instance' }).click()
  await expectDone(page, 'Instance')

  await step(page, 'Connect').getByRole('link', { name: 'Connect' }).click()
  await expect(page.getByRole('application', { name: 'Serial console' })).toContainText('hello login:')
  // finished: the list says what comes next until it is dismissed
  await page.goto(`${empty.url}/projects`)
  await expect(page.getByRole('link', { name: 'web' })).toBeVisible()
  await expect(checklist(page)).toContainText('Done. Next: invite people')
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await checklist(page).getByRole('link', { name: 'Invite people' }).click()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite people' })).toBeEnabled()
  await page.goBack()
  await checklist(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(checklist(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('link', { name: 'web' })).toBeVisible()
  await expect(checklist(page)).toHaveCount(0)
})

async function fill(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

test('the keyboard alone is enough', { tag: '@server' }, async ({ page, empty, watch }) => {
  watch.expectStatus(404)
  await visitProjects(page, empty.url)
  const open = (name: string, label: string) => pressAt(page, step(page, name).getByRole('button', { name: label }))

  await open('IP pool', 'Add IP pool')
  const pool = page.getByRole('dialog', { name: 'Add IP pool' })
  await fill(page, pool.getByRole('textbox', { name: 'First address' }), '203.0.113.10')
  await fill(page, pool.getByRole('textbox', { name: 'Last address' }), '203.0.113.20')
  await page.keyboard.press('Enter')
  await expectDone(page, 'IP pool')

  await open('SSH key', 'Add SSH key')
  const key = page.getByRole('dialog', { name: 'Add SSH key' })
  await fill(page, key.getByRole('textbox', { name: 'Name' }), 'desk')
  await fill(page, key.getByRole('textbox', { name: 'Public key' }), KEY)
  await pressAt(page, key.getByRole('button', { name: 'Add SSH key' }))
  await expectDone(page, 'SSH key')

  await open('Project', 'Create project')
  await fill(page, page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), 'web')
  await page.keyboard.press('Enter')
  await expectDone(page, 'Project')

  await open('Image', 'Use starter image')
  await expectDone(page, 'Image')

  await open('Instance', 'Create instance')
  await fill(page, page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), 'first')
  await page.keyboard.press('Enter')
  await expectDone(page, 'Instance')

  await pressAt(page, step(page, 'Connect').getByRole('link', { name: 'Connect' }))
  await expect(page.getByRole('application', { name: 'Serial console' })).toContainText('first login:')
  await page.goto(`${empty.url}/projects`)
  await expect(checklist(page)).toContainText('Done. Next: invite people')
  await pressAt(page, checklist(page).getByRole('button', { name: 'Dismiss' }))
  await expect(checklist(page)).toHaveCount(0)
})

test(
  'the create form offers a starter image if there is none, and keeps its input',
  { tag: '@server' },
  async ({ page, empty, watch }) => {
    watch.expectStatus(404)
    await visitProjects(page, empty.url)
    // dismissed, it is gone for good
    await checklist(page).getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
    await expect(checklist(page)).toHaveCount(0)
    const post = (path: string, data: object) => page.request.post(`${empty.url}/v1/${path}`, { data })
    await post('projects', { name: 'web', description: '' })
    await post('system/ip-pools', { name: 'outside', description: '' })
    await post('system/ip-pools/outside/ranges/add', { first: '203.0.113.1', last: '203.0.113.9' })
    await post('system/ip-pools/outside/silos', { silo: 'recovery', is_default: true })
    await page.goto(`${empty.url}/projects/web/instances-new`)
    await expect(page.getByText('Nothing to boot from yet.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('typed')
    await page.getByRole('button', { name: 'Upload image' }).click()
    const upload = page.getByRole('dialog', { name: 'Upload image' })
    await expect(upload.getByLabel('Image file')).toBeVisible()
    await upload.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Use starter image' }).click()
    await expect(page.getByRole('combobox', { name: 'Image' })).toHaveValue('starter')
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('typed')
    await page.getByRole('button', { name: 'Create instance' }).click()
    await expect(page).toHaveURL(/\/projects\/web\/instances\/typed\/storage$/)
  },
)

test(
  'with real machines, the starter image is the one that the host has',
  { tag: '@server' },
  async ({ page, empty, watch }) => {
    watch.expectStatus(404)
    await page.route('**/rackwright/platform', async (route) => {
      const response = await route.fetch()
      const real = { runs_images: true, has_starter_image: true }
      await route.fulfill({ json: { ...((await response.json()) as object), ...real } })
    })
    const bytes = Buffer.alloc(2 ** 20, 'linux')
    await page.route('**/rackwright/starter-image', (route) => route.fulfill({ body: bytes }))
    await visitProjects(page, empty.url)
    await expect(step(page, 'Connect')).toContainText('The starter image has a shell there.')
    const post = (path: string, data: object) => page.request.post(`${empty.url}/v1/${path}`, { data })
    await post('projects', { name: 'web', description: '' })
    await page.reload()
    await step(page, 'Image').getByRole('button', { name: 'Use starter image' }).click()
    await expectDone(page, 'Image')
    const made = await page.request.get(`${empty.url}/v1/images/starter?project=web`)
    const { id, description } = (await made.json()) as { id: string; description: string }
    expect(description).toBe('A small Linux with SSH, and a shell on the serial console.')
    const content = await page.request.get(`${empty.url}/rackwright/images/${id}/content`)
    expect((await content.body()).subarray(0, 10).toString()).toBe('linuxlinux')
  },
)

test('on OVN the checklist asks for an external network', { tag: '@server' }, async ({ page, empty, watch }) => {
  watch.expectStatus(404)
  // the server of this test has simulated networks
  await page.route('**/rackwright/first-steps', async (route) => {
    const response = await route.fetch({ maxRetries: 2 })
    const { steps } = (await response.json()) as { steps: object | null }
    await route.fulfill({ response, json: { steps: steps && { ...steps, needs_external_network: true } } })
  })
  await page.request.post(`${empty.url}/v1/login/recovery/local`, { data: { username: 'admin', password: PASSWORD } })
  await page.goto(`${empty.url}/projects`)
  await expect(checklist(page)).toContainText('0 of 7 done')
  const add = step(page, 'External network').getByRole('button', { name: 'Add external network' })
  await expect(add).toBeDisabled()
  await step(page, 'IP pool').getByRole('button', { name: 'Add IP pool' }).click()
  const pool = page.getByRole('dialog', { name: 'Add IP pool' })
  await pool.getByRole('textbox', { name: 'First address' }).fill('203.0.113.10')
  await pool.getByRole('textbox', { name: 'Last address' }).fill('203.0.113.20')
  await pool.getByRole('button', { name: 'Add IP pool' }).click()
  await expectDone(page, 'IP pool')
  await add.click()
  const network = page.getByRole('dialog', { name: 'Create external network' })
  await network.getByRole('textbox', { name: 'Name', exact: true }).fill('outside')
  await network.getByLabel('Physical network').fill('provider')
  await network.getByLabel('Prefix').fill('203.0.113.0/24')
  await network.getByLabel('Next hop').fill('203.0.113.1')
  await network.getByRole('button', { name: 'Create external network' }).click()
  await expect(network.getByText('Add at least one host')).toBeVisible()
  await network.getByRole('textbox', { name: 'Hosts' }).fill('rack-1')
  await network.getByRole('textbox', { name: 'Hosts' }).press('Enter')
  await network.getByRole('button', { name: 'Create external network' }).click()
  await expectDone(page, 'External network')
  await expect(checklist(page)).toContainText('2 of 7 done')
})
