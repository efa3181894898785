// From the button to an instance that runs on a host, by pointer and by keyboard; then the host is drained, and the instance moved. What the
// host answers over SSH is canned; its sled, the instance and its moves are those of a server of this file's own.
import type { Page } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PASSWORD, test as base } from '../helpers/harness.ts'
import { FINGERPRINT, type Spare, withEngine } from '../helpers/host-engine.ts'
import { startServer } from '../helpers/hosts.ts'
import { expectState, visit } from '../helpers/instance.ts'
import { pickByKeys } from '../helpers/keys.ts'
import { type Hand, HANDS } from '../helpers/second-factor.ts'
import { choose, makeProject, select } from '../helpers/table.ts'

/** Each test adds one of the two sleds that wait. */
const test = base.extend({
  running: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructured parameter, even without fixtures
    async ({}, give) => {
      const running = await startServer(PASSWORD)
      await give(running)
      await running.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test(
  'a host from the button to an instance, by pointer, which is drained and moved',
  { tag: ['@server', '@core'] },
  async ({ page, unique }) => {
    test.setTimeout(300_000)
    const project = unique('racked')
    const { serial, sledId } = await runInstance(page, project, HANDS.pointer)
    await drain(page, serial, sledId)
    await visit(page, `/projects/${project}/instances/web1/settings`)
    await expectState(page, 'running')
    await expect(page.getByRole('link', { name: serial, exact: true })).toBeHidden()
    await migrate(page)
  },
)

test('a host from the button to an instance, by keyboard', { tag: '@server' }, async ({ page, unique }) => {
  test.setTimeout(300_000)
  await runInstance(page, unique('racked'), HANDS.keyboard)
})

/** Adds a host, and an instance that runs on it. */
async function runInstance(page: Page, project: string, hand: Hand) {
  await makeProject(page, project)
  const spare = await spareOf(page)
  const { host } = await withEngine(page, spare)
  await addHost(page, hand)
  await createInstance(page, project, hand)
  await visit(page, `/projects/${project}/instances/web1/settings`)
  await expect(page.getByRole('link', { name: spare.serial, exact: true })).toBeVisible()
  return { serial: spare.serial, sledId: host.sled_id! }
}

async function spareOf(page: Page): Promise<Spare> {
  const found = await call(page.context(), 'GET', '/v1/system/hardware/sleds-uninitialized')
  return (found as { items: { baseboard: Spare }[] }).items[0]!.baseboard
}

async function addHost(page: Page, { press, write }: Hand): Promise<void> {
  await visit(page, '/system/inventory/hosts')
  await press(page, page.getByRole('link', { name: 'Add host' }).first())
  const form = page.getByRole('dialog', { name: 'Add host' })
  await write(page, form.getByLabel('Address'), '192.0.2.12')
  await press(page, form.getByRole('button', { name: 'Add host' }))
  await expect(page.getByRole('region', { name: 'Compare the fingerprint' })).toContainText(FINGERPRINT)
  await press(page, page.getByRole('button', { name: 'The fingerprints are the same' }))
  await expect(page.getByRole('row', { name: /Volumes/ })).toContainText('Mount them.')
  await press(page, page.getByRole('button', { name: 'Check again' }))
  await press(page, page.getByRole('button', { name: 'Add to rack' }))
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Add to rack' }))
  await expect(page.getByText('in service')).toBeVisible()
}

/** It goes where most is free: to the host that runs nothing yet. */
async function createInstance(page: Page, project: string, hand: Hand): Promise<void> {
  await visit(page, `/projects/${project}/instances-new`)
  await hand.write(page, page.getByLabel('Name', { exact: true }), 'web1')
  if (hand === HANDS.pointer) await select(page, 'Image', /debian-12/)
  else await pickByKeys(page, page.getByRole('combobox', { name: 'Image' }), 'debian-12')
  await hand.press(page, page.getByRole('button', { name: 'Create instance' }))
  await expect(page.getByText('Instance web1 created')).toBeVisible()
  await expectState(page, 'running')
}

async function drain(page: Page, serial: string, sledId: string): Promise<void> {
  await visit(page, '/system/inventory/sleds')
  await choose(page, serial, 'Stop provisioning')
  await page.getByRole('dialog').getByRole('button', { name: 'Stop provisioning' }).click()
  const plan = page.getByRole('dialog', { name: `Drain sled ${serial}` })
  await expect(plan.getByRole('listitem').filter({ hasText: 'web1' })).toContainText(/to SIM\d+/)
  await plan.getByRole('button', { name: 'Start moving' }).click()
  await visit(page, `/system/inventory/sleds/${sledId}/instances`)
  await expect(page.getByText('No instances run on this sled.')).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
}

async function migrate(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Migrate instance' })
  await page.getByRole('button', { name: 'Instance actions' }).click()
  await page.getByRole('menuitem', { name: 'Migrate', exact: true }).click()
  await expect(dialog.getByRole('radio', { name: /^Best sled/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Migrate' }).click()
  await expectState(page, 'migrating')
  await expect(page.getByText(/Moving from SIM\d+ to SIM\d+/)).toBeVisible()
  await expectState(page, 'running')
  await expect(page.getByText(/none had more free vCPUs|It was the only/)).toBeVisible()
}
