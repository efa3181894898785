// Real machines through the console: from the starter image to a guest that is watched, used, copied and deleted. libvirt runs in
// namespaces of its own (drivers/libvirt/testing/daemon.ts). Skipped where that is not possible.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { STARTER_OS } from '#console/upload/starter-os.ts'
import { startTestDaemon, type TestDaemon } from '../../drivers/libvirt/testing/daemon.ts'
import { startGuestNetwork, type TestGuestNetwork } from '../../drivers/libvirt/testing/guest-network.ts'
import { starterImage } from '../../drivers/libvirt/testing/starter.ts'
import { whyNot } from '../../scripts/needs.mjs'
import { call } from '../helpers/api.ts'
import { expect, PASSWORD, test as base } from '../helpers/harness.ts'
import { startIn } from '../helpers/hosts.ts'
import { expectState, visit } from '../helpers/instance.ts'
import { select } from '../helpers/table.ts'

const CHUNK = 512 * 1024
const GIB = 2 ** 30
/** An emulated machine on a busy host. */
const BOOT_MS = 240_000
const TEST_MS = 900_000

interface RealHost {
  daemon: TestDaemon
  network: TestGuestNetwork
  data: string
}

const test = base.extend<object, { real: RealHost }>({
  real: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructured parameter, even without fixtures
    async ({}, give) => {
      const daemon = await startTestDaemon()
      const network = await startGuestNetwork(daemon)
      const data = mkdtempSync(join(tmpdir(), 'rw-e2e-'))
      await give({ daemon, network, data })
      await network.remove()
      await daemon.remove()
      rmSync(data, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  running: [
    async ({ real: { daemon, network, data } }, give) => {
      const running = await startIn(data, PASSWORD, '--machines', daemon.uri, '--guest-network', network.socket)
      await give(running)
      await running.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

const terminal = (page: Page) => page.getByRole('application', { name: 'Serial console' })

test.describe('real machines', () => {
  // the summary of `npm test` has the words for them
  for (const need of ['machines', 'starter-image'] as const) test.skip(whyNot(need) !== undefined, need)

  test('an instance boots, is used, copied and deleted', { tag: '@server' }, async ({ page, real, watch }) => {
    test.setTimeout(TEST_MS)
    const { daemon, data } = real
    // we count pixels; noVNC only draws
    watch.expectMessage(/willReadFrequently/)
    const key = join(data, 'key')
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
    await setUp(page, readFileSync(`${key}.pub`, 'utf8').trim())

    await createInstance(page, 'web1', 'starter')
    await page.getByRole('tab', { name: 'Connect' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Connect', exact: true }).click()
    await expect(terminal(page)).toContainText('web1 is up', { timeout: BOOT_MS })
    await page.getByRole('textbox', { name: 'Terminal input' }).focus()
    await page.keyboard.type('echo $((6 * 7)) is the answer\n')
    await expect(terminal(page)).toContainText('42 is the answer')

    await page.getByRole('link', { name: 'Screen' }).click()
    await expect(page.getByRole('status', { name: 'Connection' })).toHaveText('connected')
    const before = await litPixels(page)
    await page.locator('[data-part=screen] canvas').click()
    await page.keyboard.type('hello screen')
    // more than a blinking cursor
    await expect.poll(() => litPixels(page)).toBeGreaterThan(before + 300)

    await page.getByRole('link', { name: 'Back to instance' }).click()
    await expect(page.getByText('Run it on the host of the rack')).toBeVisible()
    const command = (await page.getByText(/^ssh -p \d+ root@127\.0\.0\.1$/).textContent()) ?? ''
    const port = command.split(' ')[2] ?? ''
    expect(ssh(daemon, { key, port }, 'hostname')).toBe('web1\n')

    await copy(page)
    await createInstance(page, 'web2', 'copied')
    await page.goto('/projects/web/instances/web2/serial-console')
    await expect(terminal(page)).toContainText('web2 is up', { timeout: BOOT_MS })

    await page.goto('/projects/web/instances/web2')
    for (const name of ['web2', 'web1']) await remove(page, name)
    await deleteRest(page)
    const virsh = ['-q', '-c', daemon.uri, 'list', '--all', '--name']
    await expect.poll(() => execFileSync('virsh', virsh, { encoding: 'utf8' }).trim()).toBe('')
    await expect.poll(() => readdirSync(join(data, 'machines'))).toEqual([])
    await expect.poll(() => readdirSync(join(data, 'disks'))).toEqual(['installation-id'])
    expect(readdirSync(join(daemon.folder, 'run/qemu')).filter((name) => name.startsWith('rackwright-'))).toEqual([])
  })
})

/** An address pool, a project, a key and the starter image, which are not what this is about. */
async function setUp(page: Page, public_key: string): Promise<void> {
  const send = (method: string, path: string, body?: unknown) => call(page.context(), method, path, body)
  // volumes go with what they belong to
  await send('PUT', '/rackwright/silos/recovery/deleted-settings', { retention_seconds: 0 })
  await send('POST', '/v1/system/ip-pools', { name: 'external', description: '' })
  await send('POST', '/v1/system/ip-pools/external/ranges/add', { first: '192.0.2.1', last: '192.0.2.99' })
  await send('POST', '/v1/system/ip-pools/external/silos', { silo: 'recovery', is_default: true })
  await send('POST', '/v1/projects', { name: 'web', description: '' })
  await send('POST', '/v1/me/ssh-keys', { name: 'mine', description: '', public_key })
  const disk_source = { type: 'importing_blocks', block_size: 512 }
  await send('POST', '/v1/disks?project=web', { name: 'upload', description: '', size: GIB, disk_source })
  await send('POST', '/v1/disks/upload/bulk-write-start?project=web')
  const bytes = readFileSync(starterImage())
  for (let offset = 0; offset < bytes.length; offset += CHUNK) {
    const base64_encoded_data = bytes.subarray(offset, offset + CHUNK).toString('base64')
    await send('POST', '/v1/disks/upload/bulk-write?project=web', { offset, base64_encoded_data })
  }
  await send('POST', '/v1/disks/upload/bulk-write-stop?project=web')
  await send('POST', '/v1/disks/upload/finalize?project=web', { snapshot_name: 'upload' })
  const { id } = (await send('GET', '/v1/snapshots/upload?project=web')) as { id: string }
  const image = { name: 'starter', description: '', os: STARTER_OS, version: '2', source: { type: 'snapshot', id } }
  await send('POST', '/v1/images?project=web', image)
}

async function createInstance(page: Page, name: string, image: string): Promise<void> {
  await visit(page, '/projects/web/instances-new')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('tab', { name: 'Custom' }).click()
  await page.getByRole('spinbutton', { name: 'CPUs' }).fill('1')
  await page.getByRole('spinbutton', { name: 'Memory' }).fill('1')
  await select(page, 'Image', new RegExp(image))
  await page.getByRole('spinbutton', { name: 'Disk size' }).fill('1')
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page.getByText(`Instance ${name} created`)).toBeVisible()
  await expectState(page, 'running')
}

/** How many pixels of the screen are not black. Before its first picture it has none. */
const litPixels = (page: Page) =>
  page.locator('[data-part=screen] canvas').evaluate((canvas: HTMLCanvasElement) => {
    if (canvas.width === 0) return 0
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    let count = 0
    for (let at = 0; at < data.length; at += 4) if (data[at]! + data[at + 1]! + data[at + 2]! > 0) count++
    return count
  })

function ssh(daemon: TestDaemon, { key, port }: { key: string; port: string }, wanted: string): string {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR']
  const login = ['ssh', '-i', key, '-p', port, ...options.flatMap((each) => ['-o', each]), 'root@127.0.0.1']
  const [command = '', ...args] = daemon.inside([...login, wanted])
  return execFileSync(command, args, { encoding: 'utf8', timeout: 60_000 })
}

/** A snapshot of the running instance's disk, and an image of that. */
async function copy(page: Page): Promise<void> {
  await page.goto('/projects/web/snapshots-new')
  await page.getByLabel('Name').fill('copied')
  await select(page, 'Disk', /^web1/)
  await page.getByRole('button', { name: 'Create snapshot' }).click()
  const row = page.getByRole('row', { name: /copied/ })
  await expect(row).toContainText('ready')
  await page.goto('/projects/web/snapshots/copied/images-new')
  const form = page.getByRole('dialog', { name: 'Create image from snapshot' })
  await form.getByRole('textbox', { name: 'OS' }).fill('starter')
  await form.getByRole('textbox', { name: 'Version' }).fill('2')
  await form.getByRole('button', { name: 'Create image' }).click()
  await expect(page.getByText('Image copied created')).toBeVisible()
}

async function remove(page: Page, name: string): Promise<void> {
  await visit(page, `/projects/web/instances/${name}/storage`)
  const force = name === 'web2' ? 'Force stop' : 'Stop'
  if (force === 'Stop') await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click()
  else {
    await page.getByRole('button', { name: 'Instance actions' }).click()
    await page.getByRole('menuitem', { name: force }).click()
  }
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `${force} instance` })
    .click()
  await expectState(page, 'stopped')
  await page.getByRole('button', { name: 'Instance actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete instance' }).click()
  await expect(page).toHaveURL('/projects/web/instances')
}

async function deleteRest(page: Page): Promise<void> {
  for (const noun of ['images', 'snapshots', 'disks']) {
    const { items } = (await call(page.context(), 'GET', `/v1/${noun}?project=web`)) as { items: { id: string }[] }
    for (const { id } of items) await call(page.context(), 'DELETE', `/v1/${noun}/${id}`)
  }
}
