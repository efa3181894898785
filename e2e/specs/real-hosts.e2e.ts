// Real hosts through the console: two are added, one by pointer and one by keyboard, run instances, exchange one, and are drained. Each is a
// libvirt and an sshd in namespaces of its own, linked to the other and to nothing else. Skipped where that is not possible.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { domains, makeHost, shownKey, type TestHost } from '../../drivers/libvirt/testing/added-host.ts'
import { linkDaemons, startTestDaemon, type TestDaemon } from '../../drivers/libvirt/testing/daemon.ts'
import { guestBootSector } from '../../drivers/libvirt/testing/guest.ts'
import { whyNot } from '../../scripts/needs.mjs'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PASSWORD, test as base } from '../helpers/harness.ts'
import { startWith } from '../helpers/hosts.ts'
import { expectState, visit } from '../helpers/instance.ts'
import { chooseByKeys, pickByKeys, pressAt } from '../helpers/keys.ts'
import { HANDS, type Hand } from '../helpers/second-factor.ts'
import { choose, row, select } from '../helpers/table.ts'

const GIB = 2 ** 30
const TEST_MS = 900_000
/** Checks and moves of a busy host. */
const SLOW = { timeout: 180_000 }

interface Rack {
  root: string
  daemons: TestDaemon[]
  addresses: string[]
}

const test = base.extend<object, { rack: Rack }>({
  rack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructured parameter, even without fixtures
    async ({}, give) => {
      const root = mkdtempSync(join(tmpdir(), 'rw-e2e-'))
      const [one, other] = await Promise.all([startTestDaemon(), startTestDaemon()])
      await give({ root, daemons: [one, other], addresses: linkDaemons(one, other) })
      await Promise.all([one.remove(), other.remove()])
      rmSync(root, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  running: [
    async ({ rack: { root, daemons } }, give) => {
      for (const folder of ['bin', 'volumes']) mkdirSync(join(root, folder))
      for (const program of ['ssh', 'ssh-keyscan']) {
        const line = `exec nsenter --target ${daemons[0]!.pid} --net /usr/bin/${program} "$@"`
        writeFileSync(join(root, 'bin', program), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
      }
      const environment = { PATH: `${join(root, 'bin')}:${process.env.PATH}` }
      const options = ['--machines', 'hosts', '--volumes', join(root, 'volumes')]
      const running = await startWith(environment, join(root, 'data'), PASSWORD, ...options)
      await give(running)
      await running.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test.describe('real hosts', () => {
  // the summary of `npm test` has the words for it
  test.skip(whyNot('hosts') !== undefined, 'hosts')

  test('from the button to instances that move', { tag: '@server' }, async ({ page, rack }) => {
    test.setTimeout(TEST_MS)
    const hosts: TestHost[] = []
    try {
      await setUp(page)
      for (const [n, daemon] of rack.daemons.entries())
        hosts.push(await makeHost(daemon, rack.addresses[n]!, join(rack.root, 'data')))
      const [one, other] = hosts as [TestHost, TestHost]

      const first = await addHost(page, one, HANDS.pointer)
      await createInstance(page, 'web1', HANDS.pointer)
      expect(domains(one)).toMatch(/^rackwright-\S+$/)

      // the other one has more room
      const second = await addHost(page, other, HANDS.keyboard)
      await createInstance(page, 'web2', HANDS.keyboard)
      expect(domains(other)).toMatch(/^rackwright-\S+$/)

      await migrate(page, 'web1', first, second)
      await expect.poll(() => domains(one), SLOW).toBe('')
      expect(domains(other).split('\n')).toHaveLength(2)

      await drain(page, second)
      expect(domains(one).split('\n')).toHaveLength(2)
      await expect.poll(() => domains(other), SLOW).toBe('')
    } finally {
      for (const { sshd } of hosts) await sshd.stop()
    }
  })
})

/** An address pool, a project and an image, which are not what this is about. */
async function setUp(page: Page): Promise<void> {
  const send = (method: string, path: string, body?: unknown) => call(page.context(), method, path, body)
  // makes the key
  await send('GET', '/rackwright/host-setup')
  await send('POST', '/v1/system/ip-pools', { name: 'external', description: '' })
  await send('POST', '/v1/system/ip-pools/external/ranges/add', { first: '192.0.2.1', last: '192.0.2.99' })
  await send('POST', '/v1/system/ip-pools/external/silos', { silo: 'recovery', is_default: true })
  await send('POST', '/v1/projects', { name: 'web', description: '' })
  const disk_source = { type: 'importing_blocks', block_size: 512 }
  await send('POST', '/v1/disks?project=web', { name: 'upload', description: '', size: GIB, disk_source })
  await send('POST', '/v1/disks/upload/bulk-write-start?project=web')
  const base64_encoded_data = Buffer.from(guestBootSector()).toString('base64')
  await send('POST', '/v1/disks/upload/bulk-write?project=web', { offset: 0, base64_encoded_data })
  await send('POST', '/v1/disks/upload/bulk-write-stop?project=web')
  await send('POST', '/v1/disks/upload/finalize?project=web', { snapshot_name: 'upload' })
  const { id } = (await send('GET', '/v1/snapshots/upload?project=web')) as { id: string }
  const image = { name: 'guest', description: '', os: 'test', version: '1', source: { type: 'snapshot', id } }
  await send('POST', '/v1/images?project=web', image)
}

/** Returns the serial number of its sled. */
async function addHost(page: Page, host: TestHost, { press, write }: Hand): Promise<string> {
  await visit(page, '/system/inventory/hosts')
  await press(page, page.getByRole('link', { name: 'Add host' }).first())
  const form = page.getByRole('dialog', { name: 'Add host' })
  await write(page, form.getByLabel('Address'), host.address)
  await write(page, form.getByLabel('User'), 'root')
  await press(page, form.getByRole('button', { name: 'Add host' }))
  await expect(page.getByRole('region', { name: 'Compare the fingerprint' })).toContainText(shownKey(host))
  await press(page, page.getByRole('button', { name: 'The fingerprints are the same' }))
  const add = page.getByRole('button', { name: 'Add to rack' })
  await expect(add).toBeEnabled(SLOW)
  await expectAccessible(page)
  await press(page, add)
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Add to rack' }))
  await expect(page.getByText('in service')).toBeVisible(SLOW)
  const { items } = (await call(page.context(), 'GET', '/rackwright/hosts')) as {
    items: { address: string; serial: string }[]
  }
  return items.find(({ address }) => address === host.address)!.serial
}

async function createInstance(page: Page, name: string, hand: Hand): Promise<void> {
  await visit(page, '/projects/web/instances-new')
  await hand.write(page, page.getByLabel('Name', { exact: true }), name)
  if (hand === HANDS.pointer) await select(page, 'Image', /guest/)
  else await pickByKeys(page, page.getByRole('combobox', { name: 'Image' }), 'guest')
  await hand.press(page, page.getByRole('button', { name: 'Create instance' }))
  await expect(page.getByText(`Instance ${name} created`)).toBeVisible()
  await expectState(page, 'running')
}

async function migrate(page: Page, name: string, from: string, to: string): Promise<void> {
  await visit(page, `/projects/web/instances/${name}/settings`)
  await expect(page.getByRole('link', { name: from, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Instance actions' }).click()
  await page.getByRole('menuitem', { name: 'Migrate', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Migrate instance' })
  await dialog.getByRole('radio', { name: new RegExp(`^${to}`) }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Migrate' }).click()
  await expect(page.getByRole('link', { name: to, exact: true })).toBeVisible(SLOW)
  await expectState(page, 'running')
}

/** By keyboard. */
async function drain(page: Page, serial: string): Promise<void> {
  await visit(page, '/system/inventory/sleds')
  await chooseByKeys(page, row(page, serial), 'Stop provisioning')
  await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Stop provisioning' }))
  const plan = page.getByRole('dialog', { name: `Drain sled ${serial}` })
  for (const name of ['web1', 'web2']) await expect(plan.getByRole('listitem').filter({ hasText: name })).toBeVisible()
  await pressAt(page, plan.getByRole('button', { name: 'Start moving' }))
  await choose(page, serial, 'View instances')
  await expect(page.getByText('Nothing runs on this sled.')).toBeVisible(SLOW)
}
