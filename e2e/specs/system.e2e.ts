// Every page under /system, as fleet viewer and from outside the fleet. The tour (places.e2e.ts) opens them all as fleet admin.
import type { Page } from '@playwright/test'
import { places, type Place } from '#console/paths.ts'
import { makeFleetViewer } from '../helpers/fleet.ts'
import { expect, test } from '../helpers/harness.ts'
import { navigate } from '../helpers/navigate.ts'
import { signIn } from '../helpers/people.ts'
import { examples } from '../helpers/places.ts'

const system = Object.keys(places).filter((place) => places[place as Place].startsWith('/system')) as Place[]
/** Places found by id share an example. */
const pages = [...new Set(system.flatMap((place) => examples[place] ?? []))]

/** Labels of controls that change something. Everything else on these pages only shows or filters. */
const CHANGES = /^(New|Create|Add|Edit|Set|Link|Update|Upload|Delete|Remove|Apply|Clear|Enable|Disable)\b/
const SHOWS = /^(Clear filters|Edit query|Add filter)$/

/** Enabled buttons that change something, and links to forms. */
const enabledChanges = (page: Page) =>
  page.evaluate(
    ([changes, shows]) =>
      [...document.querySelectorAll<HTMLElement>('main button, main a[href]')]
        // controls inside a form change nothing until it is submitted
        .filter((element) => !element.closest('form') && element.getAttribute('aria-disabled') !== 'true')
        .filter((element) => element.checkVisibility())
        .map((element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim())
        .filter((label) => new RegExp(changes!).test(label) && !new RegExp(shows!).test(label)),
    [CHANGES.source, SHOWS.source],
  )

test('a fleet viewer can read every page and change nothing @core', async ({ page, context, host, unique, watch }) => {
  // only fleet admins may list hosts, and the page says so
  watch.expectMessage(/\/rackwright\/hosts\?|status of 403/)
  const viewer = unique('watcher')
  await makeFleetViewer(context, viewer)
  await signIn(page, host, 'recovery', viewer, '/system/silos')
  for (const path of pages) {
    await test.step(path, async () => {
      await navigate(page, path)
      await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Page not found' })).toHaveCount(0)
      expect(await enabledChanges(page)).toEqual([])
      // a form opens, but its button says why it does nothing
      const submit = page.locator('[role=dialog] button[type=submit], [data-form-footer] button[type=submit]')
      if ((await submit.count()) === 0) return
      await submit.hover()
      await expect(page.getByText('You need the fleet').first()).toBeVisible()
    })
  }
})

test('users outside the fleet get no page', async ({ page, host, watch }) => {
  watch.expectStatus(403, 404)
  await signIn(page, host, 'meridian', 'alan', '/projects')
  for (const path of pages) {
    await test.step(path, async () => {
      await navigate(page, path)
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    })
  }
})
