// Small things of every day: a lost session, a lost connection, and input that is neither lost nor asked about needlessly.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PASSWORD, test } from '../helpers/harness.ts'
import { pressAt, tabTo } from '../helpers/keys.ts'
import { HANDS } from '../helpers/second-factor.ts'
import { choose, row } from '../helpers/table.ts'

const ENDED = 'Your session has ended. Sign in to continue; your form is kept.'

test(
  'a lost session says so on the login page, and the form is kept',
  { tag: ['@server', '@core'] },
  async ({ page, context, unique, watch }) => {
    watch.expectStatus(401)
    const name = unique('kept')
    await page.goto('/projects-new')
    await page.getByLabel('Name').fill(name)
    await context.clearCookies()
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(page.getByText(ENDED)).toBeVisible()
    await page.goto('/login/recovery/local?redirect_uri=%2Fprojects-new')
    await expect(page.getByText(ENDED)).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your unsent input was restored.')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue(name)

    // signing out is no loss, and neither is a first visit
    await page.goto('/projects')
    await page.getByRole('button', { name: /user menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/login/)
    await page.goto('/projects')
    await expect(page).toHaveURL(/\/login.*redirect_uri/)
    await expect(page.getByText('Choose where to sign in.')).toBeVisible()
    await expect(page.getByText(ENDED)).toHaveCount(0)
  },
)

test('going offline shows the badge', { tag: '@server' }, async ({ page }) => {
  await page.goto('/projects')
  await expect(row(page, 'analytics')).toBeVisible()
  const badge = page.getByText('Live updates off')
  await expect(badge).toHaveCount(0)
  // in the same moment, not after a failed request; repeated, because the page may not listen yet
  const isShown = () =>
    page.evaluate(async () => {
      dispatchEvent(new Event('offline'))
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return document.body.innerText.includes('Live updates off')
    })
  await expect.poll(isShown).toBe(true)
  // it stays until the stream answers
  let release!: () => void
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/rackwright/events', async (route) => {
    await held
    await route.continue()
  })
  await expect.poll(isShown).toBe(true)
  await expectAccessible(page)
  release()
  // the stream connects again
  await expect(badge).toHaveCount(0)
})

test('a key proposes its comment as the name', async ({ page }) => {
  await page.goto('/settings/ssh-keys-new')
  const form = page.getByRole('dialog', { name: 'Add SSH key' })
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHwf2HMM5TRXvo2SQJjsNkiDD5KqiiNjrGVv3UUh+mMT'
  await form.getByLabel('Public key').fill(`${key} Ada@work-Laptop`)
  await expect(form.getByLabel('Name')).toHaveValue('ada-work-laptop')
  await form.getByLabel('Name').fill('mine')
  await form.getByLabel('Public key').fill(`${key} other`)
  await expect(form.getByLabel('Name')).toHaveValue('mine')
})

test('a key proposes its comment by keyboard too', async ({ page, unique }) => {
  const name = unique('a-laptop')
  await page.goto('/settings/ssh-keys')
  await expect(page.getByRole('heading', { level: 1, name: 'SSH Keys' })).toBeVisible()
  await page.keyboard.press('c')
  const form = page.getByRole('dialog', { name: 'Add SSH key' })
  await tabTo(page, form.getByLabel('Public key'))
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHwf2HMM5TRXvo2SQJjsNkiDD5KqiiNjrGVv3UUh+mMT'
  await page.keyboard.insertText(`${key} Ada@${name}`)
  await expect(form.getByLabel('Name')).toHaveValue(`ada-${name}`)
  await expectAccessible(page)
  await pressAt(page, form.getByRole('button', { name: 'Add SSH key' }))
  await expect(row(page, `ada-${name}`)).toBeVisible()
})

test('the palette restarts instances, opens consoles, finds addresses and signs out', async ({ page, context }) => {
  const first = async (path: string) =>
    ((await call(context, 'GET', path)) as { items: Record<string, string>[] }).items[0]!
  const { name = '' } = await first('/v1/instances?project=analytics')
  const { mac = '' } = await first(`/v1/network-interfaces?project=analytics&instance=${name}`)
  await page.goto('/projects')
  await expect(row(page, 'analytics')).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search or run a command' })
  const option = (text: string | RegExp) => page.getByRole('option', { name: text })
  await field.fill(mac.toLowerCase().replaceAll(':', ''))
  await expect(option(name)).toContainText('MAC address')
  await field.fill(`restart ${name}`)
  await expect(option(`Reboot ${name}`)).toBeVisible()
  await field.fill('sign out')
  await expect(option('Sign out')).toBeVisible()
  await field.fill(`console ${name}`)
  await expect(option(`Console of ${name}`)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${name}/serial-console`))

  // its text can be larger, and the page can fill the screen
  const size = () => page.locator('.xterm-rows').evaluate((rows) => getComputedStyle(rows).fontSize)
  await expect.poll(size).toBe('13px')
  await page.getByRole('button', { name: 'Larger text' }).click()
  await expect.poll(size).toBe('14px')
  await page.reload()
  await expect.poll(size).toBe('14px')
  await page.getByRole('button', { name: 'Smaller text' }).press('Enter')
  await expect.poll(size).toBe('13px')
  await page.getByRole('button', { name: 'Full screen', exact: true }).click()
  await page.getByRole('button', { name: 'Leave full screen' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('verbs of the palette run by pointer and by keyboard', { tag: '@server' }, async ({ page, context, watch }) => {
  // what the palette still looks up while the session ends
  watch.expectStatus(401)
  const instances = '/v1/instances?project=analytics'
  const { items } = (await call(context, 'GET', instances)) as { items: { name: string; run_state: string }[] }
  const { name } = items.find(({ run_state }) => run_state === 'running')!
  const field = page.getByRole('combobox', { name: 'Search or run a command' })
  const option = (text: string) => page.getByRole('option', { name: text }).first()
  const question = page.getByRole('dialog', { name: 'Reboot instance' })
  for (const hand of Object.values(HANDS)) {
    const run = async (typed: string, text: string) => {
      if (hand === HANDS.keyboard) await page.keyboard.press('Control+k')
      else await page.getByRole('button', { name: /^Jump to/ }).click()
      await expect(field).toBeFocused()
      await page.keyboard.type(typed)
      await expect(option(text)).toBeVisible()
      await expect(option(text)).toHaveAttribute('aria-selected', 'true')
      await expectAccessible(page)
      if (hand === HANDS.keyboard) await page.keyboard.press('Enter')
      else await option(text).click()
    }
    await page.goto('/projects')
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
    await run(`restart ${name}`, `Reboot ${name}`)
    await expect(question).toContainText(name)
    await expectAccessible(page)
    await hand.press(page, question.getByRole('button', { name: 'Cancel' }))
    await expect(question).toHaveCount(0)
    await run(`console ${name}`, `Console of ${name}`)
    await expect(page).toHaveURL(`/projects/analytics/instances/${name}/serial-console`)
    await page.goto('/projects')
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
    await run('sign out', 'Sign out')
    await expect(page).toHaveURL(/\/login/)
    await call(context, 'POST', '/v1/login/recovery/local', { username: 'admin', password: PASSWORD })
  }
})

test(
  'a service account has a role from the start, a curl line, and its kind on Access',
  { tag: '@server' },
  async ({ page, unique }) => {
    const name = unique('gardener')
    await page.goto('/service-accounts-new')
    const form = page.getByRole('dialog', { name: 'Create service account' })
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Silo role').selectOption('viewer')
    await form.getByRole('button', { name: 'Create service account' }).click()
    await expect(page.getByText(`Service account ${name} created as silo viewer`)).toBeVisible()
    await expect(row(page, name)).toContainText('silo.viewer')
    await choose(page, name, 'Create access token')
    const token = page.getByRole('dialog', { name: `Create access token for ${name}` })
    await token.getByLabel('Name').fill('can')
    await token.getByRole('button', { name: 'Create access token' }).click()
    const line = await page.getByRole('region', { name: 'Command', exact: true }).innerText()
    expect(line).toMatch(/^curl -H 'Authorization: Bearer \S+' http:\/\/\S+\/v1\/me/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.goto('/access')
    await expect(row(page, name)).toContainText('Service account')
  },
)

test('a qcow2 file is refused on a simulated rack before it is uploaded', async ({ page }) => {
  await page.goto('/projects/analytics/images-new')
  const buffer = Buffer.concat([Buffer.from('QFI\xfb\0\0\0\x03', 'latin1'), Buffer.alloc(1024)])
  await page.getByLabel('Image file').setInputFiles({ name: 'debian.qcow2', mimeType: '', buffer })
  await expect(page.getByText('A simulated rack takes only raw images')).toBeVisible()
  await expectAccessible(page)
  for (const hand of Object.values(HANDS)) {
    await hand.press(page, page.getByRole('button', { name: 'Upload image' }))
    await expect(page.getByRole('dialog', { name: 'Image upload progress' })).toHaveCount(0)
    await expect(page.getByText('A simulated rack takes only raw images')).toBeVisible()
  }
})
