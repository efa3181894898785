// A sled is lost: its fence agent is set up and tested, failover is turned on, and what ran there starts elsewhere. By pointer and by keyboard
// alone, on a server of its own, because the sleds of a rack are everyone's.
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PASSWORD, PHONE, test as base } from '../helpers/harness.ts'
import { startEmpty, type Running } from '../helpers/hosts.ts'
import { tabTo } from '../helpers/keys.ts'
import { HANDS } from '../helpers/second-factor.ts'
import { overflow } from '../helpers/table.ts'

interface Sled {
  id: string
  baseboard: { serial: string }
}

const SLEDS = '/v1/system/hardware/sleds'
const WAIT_SECONDS = 10

const test = base.extend<{ server: Running }>({
  server: async ({ page }, give) => {
    const running = await startEmpty(PASSWORD, '--simulated-sleds', '3')
    await give(running)
    // leave the page, which would report errors when the server stops
    await page.goto('about:blank')
    await running.stop()
  },
})

for (const [how, hand] of Object.entries(HANDS)) {
  test(
    `what ran on a lost sled starts elsewhere, by ${how}`,
    { tag: how === 'pointer' ? ['@server', '@core'] : '@server' },
    async ({ page, server: { url } }) => {
      const send = async <T>(method: 'get' | 'post' | 'put', path: string, data?: object): Promise<T> => {
        const answer = await page.request[method](url + path, data && { data })
        expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
        return (await answer.text()) === '' ? (undefined as T) : ((await answer.json()) as T)
      }
      await send('post', '/v1/login/recovery/local', { username: 'admin', password: PASSWORD })
      await send('post', '/v1/projects', { name: 'shop', description: '' })
      await send('post', '/v1/system/ip-pools', { name: 'public', description: '' })
      await send('post', '/v1/system/ip-pools/public/ranges/add', { first: '192.0.2.1', last: '192.0.2.9' })
      await send('post', '/v1/system/ip-pools/public/silos', { silo: 'recovery', is_default: true })
      // the machine of the server is one too
      const rack = async () =>
        (await send<{ items: Sled[] }>('get', SLEDS)).items.filter(({ baseboard }) =>
          baseboard.serial.startsWith('SIM'),
        )
      await expect.poll(async () => (await rack()).length).toBe(3)
      const [first, ...others] = await rack()

      await page.goto(`${url}/system/inventory/sleds/${first!.id}/instances`)
      const fence = page.getByRole('region', { name: 'Fence agent' })
      await hand.press(page, fence.getByRole('button', { name: 'Set up fence agent' }))
      const form = page.getByRole('dialog', { name: 'Fence agent' })
      await hand.write(page, form.getByRole('textbox', { name: 'Options' }).first(), 'ip=192.0.2.9')
      await hand.write(page, form.getByRole('textbox', { name: 'Secret options' }), 'password=not for everyone')
      await expectAccessible(page)
      await hand.press(page, form.getByRole('button', { name: 'Save' }))
      await expect(fence).toContainText('not tested yet')
      await hand.press(page, fence.getByRole('button', { name: 'Test' }))
      await expect(fence).toContainText('tested')
      for (const { id } of others) {
        await send('put', `/rackwright/sleds/${id}/fence`, { agent: 'fence_simulated', options: [], secrets: [] })
        await send('post', `/rackwright/sleds/${id}/fence/test`)
      }

      await page.goto(`${url}/system/utilization`)
      await hand.press(page, page.getByRole('button', { name: 'Edit failover' }))
      const settings = page.getByRole('dialog', { name: 'Failover' })
      const isOn = settings.getByRole('checkbox', { name: 'Start instances of lost sleds elsewhere' })
      if (how === 'pointer') await isOn.click()
      else await tabTo(page, isOn).then(() => page.keyboard.press('Space'))
      await hand.write(page, settings.getByRole('spinbutton', { name: 'Wait' }), String(WAIT_SECONDS))
      await expectAccessible(page)
      await hand.press(page, settings.getByRole('button', { name: 'Save' }))
      await expect(page.getByText('Failover settings saved')).toBeVisible()

      const name = 'takes-its-sled-down'
      const small = { ncpus: 1, memory: 2 ** 30, network_interfaces: { type: 'none' } }
      await send('post', '/v1/instances?project=shop', { name, description: '', hostname: name, ...small })
      const holder = async () => {
        for (const sled of await rack()) {
          const { items } = await send<{ items: { name: string }[] }>('get', `${SLEDS}/${sled.id}/instances`)
          if (items.some((instance) => instance.name === name)) return sled
        }
        return undefined
      }
      await expect.poll(holder).toBeDefined()
      const lost = (await holder())!

      await page.goto(`${url}/system/inventory/sleds/${lost.id}/instances`)
      const steps = page.getByRole('list', { name: 'Steps of the failover' })
      await expect(steps).toContainText('Unreachable')
      await expectAccessible(page)
      await page.goto(`${url}/system/issues`)
      const inIssues = page.getByRole('list', { name: 'Issues' }).getByRole('list', { name: 'Steps of the failover' })
      await expect(inIssues.first()).toContainText('Unreachable')
      await page.goto(`${url}/system/inventory/sleds/${lost.id}/instances`)
      await expect(steps).toContainText('Fence verified')
      await expect(steps).toContainText('Instances started elsewhere')
      await page.setViewportSize(PHONE)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await expect.poll(async () => (await holder())?.id).not.toBe(lost.id)
      await page.goto(`${url}/projects/shop/instances/${name}/settings`)
      await expect(page.getByText('running').first()).toBeVisible()
      // emptied first, it takes part again
      await page.goto(`${url}/system/inventory/sleds/${lost.id}/instances`)
      await expect(steps).toContainText('Returned and emptied')
    },
  )
}
