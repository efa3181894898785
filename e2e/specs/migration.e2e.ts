// Moving a running instance to another sled, by pointer and by keyboard, cancelling it, and draining a sled.
import type { Page } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { makeFleetViewer } from '../helpers/fleet.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { expectState, makeInstance, visit } from '../helpers/instance.ts'
import { signIn } from '../helpers/people.ts'
import { choose, makeProject, overflow } from '../helpers/table.ts'

interface Placement {
  sled_id: string
  sleds: { sled_id: string; serial: string; fits: boolean }[]
}

async function placementOf(page: Page, project: string, name: string) {
  const found = await call(page.context(), 'GET', `/rackwright/instances/${name}/placement?project=${project}`)
  const { sled_id, sleds } = found as Placement
  return { id: sled_id, serial: sleds.find((sled) => sled.sled_id === sled_id)!.serial, sleds }
}

const menu = (page: Page) => page.getByRole('button', { name: 'Instance actions' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Migrate instance' })

test('an instance moves to a chosen sled, with progress', { tag: ['@both', '@core'] }, async ({ page, unique }) => {
  const project = unique('moving')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'mover', start: true })
  const before = await placementOf(page, project, 'mover')
  const target = before.sleds.find(({ sled_id, fits }) => fits && sled_id !== before.id)!

  await page.getByRole('tab', { name: 'Settings' }).click()
  const here = page.getByRole('link', { name: before.serial, exact: true })
  await expect(here).toBeVisible()
  await expect(page.getByText(/none had more free vCPUs|It was the only/)).toBeVisible()
  await expectAccessible(page)

  await menu(page).click()
  await page.getByRole('menuitem', { name: 'Migrate', exact: true }).click()
  await expect(dialog(page)).toContainText('Addresses stay reachable')
  await dialog(page)
    .getByRole('radio', { name: new RegExp(`^${target.serial}`) })
    .check()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Migrate' }).click()
  await expect(page.getByText('Moving instance mover')).toBeVisible()
  await expectState(page, 'migrating')
  await expect(page.getByText(`Moving from ${before.serial} to ${target.serial}`)).toBeVisible()
  await expect(page.getByText(/of memory copied$/)).toBeVisible()
  await expectAccessible(page)
  // the move may have ended by now
  await page.getByRole('button', { name: /^Tasks/ }).click()
  await expect(page.getByRole('listitem', { name: 'Migrate instance mover' })).toBeVisible()
  await page.keyboard.press('Escape')

  await expectState(page, 'running')
  await expect(page.getByRole('link', { name: target.serial, exact: true })).toBeVisible()
  await expect(page.getByText('An operator chose this sled.')).toBeVisible()
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByText(/moved to another sled/).first()).toBeVisible()
})

test('by keyboard, and cancelled, from the list of the sled', async ({ page, unique }) => {
  const project = unique('staying')
  const name = unique('calm')
  await makeProject(page, project)
  await makeInstance(page, { project, name, start: true })
  const { id, serial } = await placementOf(page, project, name)
  await visit(page, `/system/inventory/sleds/${id}/instances`)
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Row actions' }).focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: 'Migrate', exact: true })
  await expect(item).toBeVisible()
  while (!(await item.evaluate((element) => element === document.activeElement))) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('radio', { name: /^Best sled/ })).toBeChecked()
  await dialog(page)
    .getByRole('radio', { name: /^Best sled/ })
    .press('Enter')
  await expect(page.getByText(`Moving instance ${name}`)).toBeVisible()

  await visit(page, `/projects/${project}/instances/${name}/settings`)
  const cancel = page.getByRole('button', { name: 'Cancel migration' })
  await cancel.focus()
  await page.keyboard.press('Enter')
  await expectState(page, 'running')
  await expect(page.getByRole('link', { name: serial, exact: true })).toBeVisible()
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
})

test('a fleet viewer sees why not', async ({ page, context, host, unique }) => {
  const viewer = unique('looker')
  await makeFleetViewer(context, viewer)
  await signIn(page, host, 'recovery', viewer, '/system/inventory/sleds/51ed0000-0000-4000-8000-000000000000/instances')
  await page.getByRole('button', { name: 'Row actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Migrate', exact: true }).hover()
  await expect(page.getByText('You need the fleet admin role.')).toBeVisible()
})

test('a sled is drained: the plan first, then the moves, until it is empty', async ({ page, unique }) => {
  const project = unique('drained')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'lonely', start: true })
  const { id, serial } = await placementOf(page, project, 'lonely')
  await visit(page, '/system/inventory/sleds')
  await choose(page, serial, 'Stop provisioning')
  await page.getByRole('dialog').getByRole('button', { name: 'Stop provisioning' }).click()
  const plan = page.getByRole('dialog', { name: `Drain sled ${serial}` })
  await expect(plan.getByRole('listitem').filter({ hasText: project })).toContainText(/to SIM\d+/)
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await plan.getByRole('button', { name: 'Start moving' }).click()
  await expect(page.getByText(`Draining sled ${serial}`)).toBeVisible()
  await page.getByRole('button', { name: /^Tasks/ }).click()
  await page.getByRole('link', { name: `Drain sled ${serial}` }).click()
  await expect(page.getByText('Draining this sled')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: `Drain of ${serial}` })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText('The sled can be serviced.')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('No instances run on this sled.')).toBeVisible()
  await call(page.context(), 'PUT', `/v1/system/hardware/sleds/${id}/provision-policy`, { state: 'provisionable' })
})

test('a plan and placements that cannot be read say so, and nothing can be started', async ({
  page,
  unique,
  watch,
}) => {
  watch.expectStatus(500)
  const project = unique('unread')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'unread', start: true })
  const { id } = await placementOf(page, project, 'unread')
  const body = { error_code: 'Internal', message: 'Internal Server Error', request_id: '' }
  await page.route(/\/(placement|drain-plan)(\?|$)/, (route) => route.fulfill({ status: 500, json: body }))

  await visit(page, `/projects/${project}/instances/unread/settings`)
  await expect(page.getByRole('region', { name: 'Placement' })).toContainText('Could not be read')
  await menu(page).click()
  await page.getByRole('menuitem', { name: 'Migrate', exact: true }).click()
  await expect(dialog(page)).toContainText('Could not be read')
  await expect(dialog(page).getByRole('button', { name: 'Migrate' })).toBeDisabled()

  await call(page.context(), 'PUT', `/v1/system/hardware/sleds/${id}/provision-policy`, { state: 'non_provisionable' })
  await visit(page, `/system/inventory/sleds/${id}/instances`)
  await page.getByRole('button', { name: 'Drain', exact: true }).click()
  const plan = page.getByRole('dialog', { name: /^Drain sled/ })
  await expect(plan).toContainText('Could not be read')
  await expect(plan.getByRole('button', { name: 'Start moving' })).toBeDisabled()
  await call(page.context(), 'PUT', `/v1/system/hardware/sleds/${id}/provision-policy`, { state: 'provisionable' })
})
