// The controls of the screen, on a screen that remembers what it receives. real-machine.e2e.ts has the screen of a real guest.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test as base } from '../helpers/harness.ts'
import { makeInstance } from '../helpers/instance.ts'
import { COLOR, SCREEN, screenFor, type TestScreen } from '../helpers/rfb.ts'

const [CTRL, ALT, DELETE, SHIFT, ENTER] = [0xff_e3, 0xff_e9, 0xff_ff, 0xff_e1, 0xff_0d]

interface Opened {
  name: string
  screen: TestScreen
}

const test = base.extend<{ opened: Opened }>({
  // the screen is on a port of its own
  bypassCSP: true,
  opened: async ({ page, unique }, give) => {
    const name = unique('screen')
    const json = { has_screens: true, accepts_ssh: true, enforces_networks: false }
    await page.route('**/rackwright/platform', (route) => route.fulfill({ json }))
    const screen = await screenFor(page)
    await makeInstance(page, { project: 'staging', name, start: true })
    await page.goto(`/projects/staging/instances/${name}/screen`)
    await expect(page.getByRole('status', { name: 'Connection' })).toHaveText('connected')
    await give({ name, screen })
    screen.close()
  },
})

const canvas = (page: Page) => page.locator('[data-part=screen] canvas')
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Screen' })
const sizeOf = async (page: Page) => (await canvas(page).boundingBox())!

test.describe('the screen', { tag: '@server' }, () => {
  test('fits the window, and the pointer is where it points to at any size', async ({ page, opened: { screen } }) => {
    await expectAccessible(page)
    const clickAt = async (across: number, down: number) => {
      const { width, height } = await sizeOf(page)
      screen.pointer.length = 0
      await canvas(page).click({ position: { x: width * across, y: height * down } })
      await expect.poll(() => screen.pointer.map(({ buttons }) => buttons).slice(-2)).toEqual([1, 0])
      const { x, y } = screen.pointer.at(-1)!
      expect(Math.abs(x - SCREEN.width * across)).toBeLessThan(3)
      expect(Math.abs(y - SCREEN.height * down)).toBeLessThan(3)
    }
    await expect.poll(async () => (await sizeOf(page)).width).toBeGreaterThan(SCREEN.width)
    const { width, height } = await sizeOf(page)
    expect(width / height).toBeCloseTo(SCREEN.width / SCREEN.height, 1)
    await clickAt(0.25, 0.5)
    await toolbar(page).getByRole('checkbox', { name: 'Fit to window' }).uncheck()
    await expect.poll(() => sizeOf(page)).toMatchObject(SCREEN)
    await clickAt(0.75, 0.25)
  })

  test('gets keys, Ctrl+Alt+Del and the text of the clipboard @core', async ({ page, context, opened: { screen } }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const expectPressed = async (...keys: number[]) => {
      await expect.poll(() => screen.pressed).toEqual(keys)
      await expect.poll(() => screen.held.size).toBe(0)
      screen.pressed.length = 0
    }
    // without a click: the screen has the focus
    await page.keyboard.type('a')
    await expectPressed(97)
    await toolbar(page).getByRole('button', { name: 'Ctrl+Alt+Del' }).click()
    await expectPressed(CTRL, ALT, DELETE)
    await page.evaluate(() => navigator.clipboard.writeText('Ab!\n'))
    await toolbar(page).getByRole('button', { name: 'Type clipboard' }).click()
    await expectPressed(SHIFT, 65, 98, SHIFT, 33, ENTER)
    // the buttons give the focus back
    await page.keyboard.type('b')
    await expectPressed(98)
  })

  test('is saved as a picture', async ({ page, opened: { name } }) => {
    const coming = page.waitForEvent('download')
    await toolbar(page).getByRole('button', { name: 'Screenshot' }).click()
    const file = await coming
    expect(file.suggestedFilename()).toBe(`${name}-screen.png`)
    const png = readFileSync(await file.path()).toString('base64')
    const shown = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const { width, height } = picture
      const context = new OffscreenCanvas(width, height).getContext('2d')!
      context.drawImage(picture, 0, 0)
      const [red, green, blue] = context.getImageData(width / 2, height / 2, 1, 1).data
      return { width, height, red, green, blue }
    }, png)
    expect(shown).toEqual({ ...SCREEN, ...COLOR })
  })
})
