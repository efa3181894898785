// Interfaces of an instance that runs, its CD drive, and what its guest says.
import type { BrowserContext, Page } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { expectState, makeInstance } from '../helpers/instance.ts'
import { choose, openMenu, row, select } from '../helpers/table.ts'

const GIB = 2 ** 30
/** Where ISO 9660 has its first descriptor. */
const DESCRIPTOR = {
  offset: 32_768,
  base64: Buffer.from('\x01CD001\x01'.padEnd(512, '\0'), 'latin1').toString('base64'),
}

const at = (path: string) => `/v1/${path}?project=staging`

async function makeImage(context: BrowserContext, name: string, isIso: boolean): Promise<void> {
  const disk_source = { type: 'importing_blocks', block_size: 512 }
  await call(context, 'POST', at('disks'), { name, description: '', size: GIB, disk_source })
  await call(context, 'POST', at(`disks/${name}/bulk-write-start`))
  const piece = { offset: DESCRIPTOR.offset, base64_encoded_data: DESCRIPTOR.base64 }
  if (isIso) await call(context, 'POST', at(`disks/${name}/bulk-write`), piece)
  await call(context, 'POST', at(`disks/${name}/bulk-write-stop`))
  await call(context, 'POST', at(`disks/${name}/finalize`), { snapshot_name: name })
  const { id } = (await call(context, 'GET', at(`snapshots/${name}`))) as { id: string }
  const source = { type: 'snapshot', id }
  await call(context, 'POST', at('images'), { name, description: '', os: 'Installer', version: '1', source })
}

/** Lets the machine of an instance say more: only of real ones there is something to say. */
async function pretend(page: Page, name: string, more: () => object): Promise<void> {
  for (const [url, ours] of [
    ['**/rackwright/platform', () => ({ binds_networks_at_start: true })],
    [`**/rackwright/instances/${name}/machine?*`, more],
  ] as const)
    await page.route(url, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...ours() } })
    })
}

test('interfaces come and go while the instance runs', { tag: '@core' }, async ({ page, unique }) => {
  const name = unique('nic')
  await makeInstance(page, { project: 'storefront', name, start: true })
  await page.getByRole('tab', { name: 'Networking' }).click()
  await page.getByRole('button', { name: 'Add network interface' }).click()
  const form = page.getByRole('dialog', { name: 'Add network interface' })
  await form.getByLabel('Name').fill('back')
  await select(page, 'VPC', 'default')
  await select(page, 'Subnet', 'backend')
  await form.getByRole('button', { name: 'Add network interface' }).click()
  await expect(page.getByText('The guest sees a new interface. Configure it there.')).toBeVisible()
  await expect(row(page, 'back')).toContainText('172.30.8.')
  await openMenu(page, 'net0')
  await page.getByRole('menuitem', { name: 'Delete' }).hover()
  await expect(page.getByText('The primary interface stays while the instance runs')).toBeVisible()
  await page.keyboard.press('Escape')

  await choose(page, 'back', 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete network interface' })
  await expect(question).toContainText('Its connections end, and its private IP is released.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete network interface' }).click()
  await expect(page.getByText('Network interface back deleted')).toBeVisible()
  await expect(row(page, 'back')).toHaveCount(0)
})

test('a CD is inserted, booted from once, and ejected', async ({ page, context, unique, watch }) => {
  watch.expectStatus(400)
  const [name, iso, plain] = [unique('cd'), unique('installer'), unique('plain')]
  await makeImage(context, iso, true)
  await makeImage(context, plain, false)
  await makeInstance(page, { project: 'staging', name })
  const drive = page.getByRole('region', { name: 'CD drive' })
  await expect(drive).toContainText('No CD')
  await drive.getByRole('button', { name: 'Insert CD' }).click()
  const form = page.getByRole('dialog', { name: 'Insert CD' })
  await select(page, 'Image', new RegExp(plain))
  await form.getByRole('button', { name: 'Insert CD' }).click()
  await expect(form.getByText(/is not a CD/)).toBeVisible()
  await expectAccessible(page)
  await select(page, 'Image', new RegExp(iso))
  await form.getByRole('button', { name: 'Insert CD' }).click()
  await expect(page.getByText(`CD ${iso} inserted`)).toBeVisible()
  await expect(drive).toContainText('The next start boots from it, and the one after from the boot disk.')

  await call(context, 'POST', `/v1/instances/${name}/start?project=staging`)
  await expect(drive).toContainText('The instance boots from its disk.')
  // while it starts, the drive stays closed
  await expectState(page, 'running')
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
  await drive.getByRole('button', { name: 'Eject CD' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Eject CD' })
  await question.getByRole('button', { name: 'Eject CD' }).click()
  await expect(page.getByText('CD ejected')).toBeVisible()
  await expect(drive).toContainText('No CD')
})

test('says what somebody has changed on the host, until the instance stops', async ({ page, unique }) => {
  const name = unique('changed')
  let changes = {}
  await pretend(page, name, () => changes)
  await makeInstance(page, { project: 'staging', name, start: true })
  const main = page.getByRole('main')
  const refresh = page.getByRole('button', { name: 'Refresh data' })
  await expect(refresh).toBeVisible()
  await expect(main.getByText('on the host')).toHaveCount(0)

  changes = { missing_disks: ['data'], missing_interfaces: ['back', 'front'], diverted_disks: [`${name}-boot`] }
  await refresh.click()
  await expect(main.getByText('Detached on the host', { exact: true })).toBeVisible()
  await expect(main).toContainText('Someone has detached disk data and network interfaces back, front on the host')
  await expect(main).toContainText('Stop and start it to attach them again.')
  await expect(main).toContainText(`Someone has taken a snapshot of disk ${name}-boot on the host of this instance.`)
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await expectAccessible(page)

  changes = { removed_disks: ['data'] }
  await refresh.press('Enter')
  await expect(main).toContainText('Someone has removed the file of disk data on the host of this instance.')
  await expect(main).toContainText('The data is available until the instance stops. Take a snapshot first.')
  await expectAccessible(page)

  changes = { diverted_disks: [`${name}-boot`, 'data'], resized_disks: [{ name: 'data', size: 12 * GIB }] }
  await refresh.press('Enter')
  await expect(main.getByText('Detached on the host', { exact: true })).toBeHidden()
  await expect(main).toContainText('unless an operator merges it into the disks before')
  await expect(main).toContainText(
    'Someone has made disk data larger on the host of this instance: its guest sees 12 GiB.',
  )
  await expectAccessible(page)
  await call(page.context(), 'POST', `/v1/instances/${name}/stop?project=staging`)
  await expectState(page, 'stopped')
  await expect(main.getByText('on the host')).toHaveCount(0)
})

test('says why there is no network, and what to do', async ({ page, unique }) => {
  const name = unique('alone')
  let why: string | null = 'The host has no default route.'
  await pretend(page, name, () => ({ network_problem: why }))
  await makeInstance(page, { project: 'staging', name, start: true })
  const main = page.getByRole('main')
  await expect(main.getByText('No network', { exact: true })).toBeVisible()
  await expect(main).toContainText(
    `${why} An operator can change that. Then stop and start the instance to connect it.`,
  )
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await expectAccessible(page)

  why = null
  await page.getByRole('button', { name: 'Refresh data' }).press('Enter')
  await expect(main.getByText('No network', { exact: true })).toBeHidden()
})

test('the overview says what the guest says', async ({ page, unique }) => {
  const name = unique('guest')
  await makeInstance(page, { project: 'staging', name, start: true })
  await page.getByRole('tab', { name: 'Overview' }).click()
  const guest = page.getByRole('region', { name: 'Guest' })
  await expect(guest).toContainText('Simulated Linux')
  await expect(guest).toContainText(name)
  await expectAccessible(page)
})
