// The form for a new instance: what it warns about, its tiles and chips, and the line of defaults.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { visit } from '../helpers/instance.ts'
import { pressAt } from '../helpers/keys.ts'
import { openEmptySilo } from '../helpers/people.ts'
import { makeProject, overflow } from '../helpers/table.ts'

test('images are tiles, sizes are chips, one line says what is left at its default @core', async ({ page, unique }) => {
  const project = unique('tiles')
  await makeProject(page, project)
  await visit(page, `/projects/${project}/instances-new`)
  const tiles = page.getByRole('radiogroup', { name: 'Silo images' })
  // an operating system of which no other test makes an image: the tile would be that of the newest
  await tiles.getByRole('radio', { name: 'freebsd-14 FreeBSD 14.2' }).check()
  await expect(page.getByRole('combobox', { name: 'Image' })).toHaveValue('freebsd-14')
  await page.getByRole('radio', { name: '4 vCPUs, 16 GiB' }).check()
  await expect(page.getByRole('complementary', { name: 'Silo quota' })).toContainText('Uses 16 GiB of')
  const defaults = page.getByText(/^At default:/)
  await expect(defaults).toContainText('an interface on the default subnet, an ephemeral IP from pool')
  await page.getByRole('button', { name: 'Networking' }).click()
  await page.getByRole('radio', { name: 'None' }).check()
  await expect(defaults).toHaveText(
    'At default: the name as hostname, no anti-affinity groups, auto-restart, no user data.',
  )
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await expect.poll(() => overflow(page)).toBe(0)
  await page.getByLabel('Name', { exact: true }).fill('tiled')
  await page.getByRole('checkbox', { name: 'Start instance' }).uncheck()
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page.getByText('Instance tiled created')).toBeVisible()
})

test('without a default pool, the form says so first, and who can change it', async ({ page, host, unique, watch }) => {
  // the console checks for a fleet role by requesting the fleet policy
  watch.expectStatus(403)
  const silo = unique('poolless')
  await openEmptySilo(page, host, silo)
  await makeProject(page, 'web')
  await visit(page, '/projects/web/instances-new')
  const main = page.getByRole('main')
  await expect(main.getByText('This silo has no default IP pool')).toBeVisible()
  await expect(main.getByText('Only a fleet administrator can set one.')).toBeVisible()
  await expectAccessible(page)
})

test('an operator is led to the pools of their silo', { tag: '@server' }, async ({ page, unique }) => {
  await page.route('**/v1/ip-pools?*', (route) => route.fulfill({ json: { items: [] } }))
  const project = unique('poolless')
  await call(page.context(), 'POST', '/v1/projects', { name: project, description: '' })
  await visit(page, `/projects/${project}/instances-new`)
  await page.getByRole('link', { name: 'set one for silo recovery' }).click()
  await expect(page).toHaveURL('/system/silos/recovery?tab=ip-pools')
})

test('user data is written in the form, with presets and a check', async ({ page, context, unique }) => {
  const key = unique('preset')
  const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHwf2HMM5TRXvo2SQJjsNkiDD5KqiiNjrGVv3UUh+mMT'
  await call(context, 'POST', '/v1/me/ssh-keys', { name: key, description: '', public_key: `${publicKey} ${key}` })
  await visit(page, '/projects/storefront/instances-new')
  await page.getByLabel('Name', { exact: true }).fill(unique('written'))
  await page.getByRole('button', { name: 'Configuration' }).click()
  await page.getByRole('button', { name: 'Write it here' }).click()
  const editor = page.getByRole('dialog', { name: 'Write user data' })
  const text = editor.getByLabel('Text')
  await expect(text).toBeFocused()
  await expect(editor.getByRole('button', { name: 'Use this text' })).toBeDisabled()

  await text.fill('#cloud-config\npackages:\n  - git\n  - "curl\n')
  await expect(editor.getByRole('alert')).toHaveText(/^Line \d+, column \d+: /)
  await expectAccessible(page)
  await text.fill('')
  await editor.getByRole('button', { name: 'Packages' }).click()
  await editor.getByRole('button', { name: 'Docker' }).click()
  await expect(text).toHaveValue(
    /^#cloud-config\npackage_update: true\npackages:\n  - curl\n  - git\n  - htop\n  - docker.io\n/,
  )
  await expect(editor.getByText('No problems found.')).toBeVisible()
  await editor.getByRole('button', { name: 'Mount a disk' }).click()
  await expect(text).toHaveValue(/LABEL=data/)
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await editor.getByRole('button', { name: 'Use this text' }).click()
  await expect(page.getByText('user-data.yaml')).toBeVisible()

  // the same text again, and text that would be lost is asked about
  await page.getByRole('button', { name: 'Edit it here' }).click()
  await expect(text).toHaveValue(/docker\.io/)
  await text.fill('#!/bin/sh\necho hello\n')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard text?' }).getByRole('button', { name: 'Keep editing' }).click()
  await editor.getByRole('button', { name: 'Use this text' }).click()
  await page.getByRole('button', { name: 'View API request' }).click()
  await expect(page.getByLabel('Request as curl')).toContainText(
    Buffer.from('#!/bin/sh\necho hello\n').toString('base64'),
  )

  // by keyboard, from nothing to all that the presets have
  await pressAt(page, page.getByRole('button', { name: 'Edit it here' }))
  await expect(text).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Shift+Tab')
  await expect(editor.getByRole('button', { name: 'Mount a disk' })).toBeFocused()
  for (const preset of ['Mount a disk', 'Docker', 'Packages', 'User with a key']) {
    await expect(editor.getByRole('button', { name: preset })).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+Tab')
  }
  await expect(text).toHaveValue(new RegExp(`ssh_authorized_keys:[^]*${key}`))
  await expect(text).toHaveValue(/LABEL=data[^]*docker\.io[^]*htop/)
  await expectAccessible(page)
  await pressAt(page, editor.getByRole('button', { name: 'Use this text' }))
  await expect(page.getByLabel('Request as curl')).toContainText(Buffer.from('#cloud-confi').toString('base64'))
  await call(context, 'DELETE', `/v1/me/ssh-keys/${key}`)
})
