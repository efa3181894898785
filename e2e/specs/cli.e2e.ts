// The command line client against a server: logging in with a browser, the commands that the console prints, the serial console on a
// terminal, and an upload that is killed and continued.
import { createHash, randomFillSync } from 'node:crypto'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { openGate } from '../helpers/gate.ts'
import { expect, test } from '../helpers/harness.ts'
import { programIn } from '../helpers/program.ts'

const MIB = 2 ** 20
const client_id = '7f1e5a06-0c35-4d3c-9d1c-1d2f0d0e7a11'
const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'

/** For tests that are not about logging in. */
async function tokenFor({ request }: BrowserContext): Promise<string> {
  const { device_code, user_code } = await (await request.post('/device/auth', { form: { client_id } })).json()
  await request.post('/device/confirm', { data: { user_code } })
  const answer = await request.post('/device/token', { form: { client_id, device_code, grant_type } })
  return (await answer.json()).access_token
}

test(
  'log in with a browser, then run what the console prints',
  { tag: ['@server', '@core'] },
  async ({ page, running, unique }, info) => {
    const folder = info.outputPath('home')
    const cli = programIn(folder)
    const login = cli.start('login', running.url)
    await login.sees(/[A-Z]{4}-[A-Z]{4}/)
    expect(login.text()).toContain(`${running.url}/device/verify`)
    await page.goto('/device/verify')
    await expect(page.getByRole('textbox', { name: 'Letter 1 of 8' })).toBeFocused()
    await page.keyboard.type(/[A-Z]{4}-[A-Z]{4}/.exec(login.text())![0].replace('-', ''))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Device logged in' })).toBeVisible()
    expect(await login.ends).toBe(0)
    expect(login.text()).toContain('as admin (silo recovery)')
    expect(login.text()).not.toContain('rw-token')
    expect(statSync(join(folder, 'config/rackwright/profiles.json')).mode & 0o777).toBe(0o600)
    expect((await cli.run('whoami', '--format', 'yaml')).text).toContain('display_name: admin')

    const name = unique('by-command')
    await page.goto('/projects-new')
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Description').fill("it's a test")
    await page.getByRole('button', { name: 'View API request' }).click()
    await page.getByRole('button', { name: 'CLI', exact: true }).click()
    const printed = await page.getByLabel('Request as CLI').innerText()
    const ran = cli.shell(printed)
    expect([await ran.ends, ran.text()]).toEqual([0, expect.stringContaining(name)])

    await page.goto(`/projects/${name}/disks-new`)
    await page.getByRole('textbox', { name: 'Name' }).fill('from-shell')
    await page.getByRole('button', { name: 'View API request' }).click()
    await page.getByRole('button', { name: 'CLI', exact: true }).click()
    const disk = cli.shell(await page.getByLabel('Request as CLI').innerText())
    expect([await disk.ends, disk.text()]).toEqual([0, expect.stringContaining('from-shell')])
    const view = await cli.run('project', 'view', '--project', name, '--format', 'json')
    expect(JSON.parse(view.text)).toMatchObject({ name, description: "it's a test" })

    const piped = cli.shell('set -o pipefail; rackwright project list | head -1')
    expect([await piped.ends, piped.text()]).toEqual([0, expect.stringMatching(/^NAME +ID.*\n$/)])

    expect((await cli.run('logout')).code).toBe(0)
    const signedOut = expect.stringMatching(/rackwright login http\S+`\nRequest ID: \S+/)
    expect(await cli.run('project', 'list')).toMatchObject({ code: 3, text: signedOut })
  },
)

test(
  'the serial console on a terminal, even after a lost connection',
  { tag: '@server' },
  async ({ context, running }, info) => {
    const gate = await openGate(running.url)
    const env = { RACKWRIGHT_URL: gate.url, RACKWRIGHT_TOKEN: await tokenFor(context) }
    const cli = programIn(info.outputPath('home'), env)
    const at = ['--project', 'storefront', '--instance', 'web-1']
    const screen = cli.startOnTerminal('instance', 'serial', 'console', ...at)
    await screen.sees('web-1 login:')
    screen.type('nobody\r')
    await screen.sees(/nobody@web-1/)
    gate.cut()
    await screen.sees('connection lost')
    // input is dropped while disconnected, so type until it arrives
    await expect
      .poll(() => {
        screen.type('uname\r')
        return screen.text().split('connection lost')[1]
      })
      .toContain('nobody@web-1')
    expect(screen.text().match(/Welcome to web-1/g)).toHaveLength(1)
    screen.type('\u001dq')
    expect(await screen.ends).toBe(0)
    expect(screen.text()).toContain('[disconnected]')
    const missing = cli.startOnTerminal(
      'instance',
      'serial',
      'console',
      '--project',
      'storefront',
      '--instance',
      'nope',
    )
    expect(await missing.ends).toBe(4)
    await gate.close()
  },
)

test(
  'a killed upload resumes where it stopped',
  { tag: '@server' },
  async ({ context, page, running, unique }, info) => {
    const gate = await openGate(running.url)
    const env = { RACKWRIGHT_URL: gate.url, RACKWRIGHT_TOKEN: await tokenFor(context) }
    const folder = info.outputPath('home')
    const cli = programIn(folder, env)
    const [project, name] = [unique('up'), unique('image')]
    expect((await cli.run('project', 'create', '--name', project, '--description=')).code).toBe(0)
    const bytes = randomFillSync(Buffer.alloc(24 * MIB))
    const file = info.outputPath('disk.raw')
    writeFileSync(file, bytes)
    const upload = ['image', 'upload', file, '--project', project, '--name', name, '--os', 'Debian', '--version', '13']

    const blocked = gate.blockAfter(10 * MIB)
    const first = cli.start(...upload)
    await blocked
    first.child.kill('SIGKILL')
    await first.ends
    gate.unblock()
    expect(readdirSync(join(folder, 'state/rackwright/uploads'))).toHaveLength(1)

    const second = cli.start(...upload)
    expect([await second.ends, second.text()]).toEqual([0, expect.stringContaining('Continuing the upload')])
    // six chunks of half a MiB were in flight when it was killed
    expect(gate.sent()).toBeLessThan(18 * MIB)
    expect(readdirSync(join(folder, 'state/rackwright/uploads'))).toEqual([])
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await expect
      .poll(
        async () => (await cli.run('image', 'view', '--project', project, '--image', name, '--format', 'json')).text,
      )
      .toContain(sha256)
    for (const noun of ['disk', 'snapshot'])
      expect((await cli.run(noun, 'list', '--project', project)).text).toBe('The list is empty.\n')
    await page.goto(`/projects/${project}/images`)
    await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
    await gate.close()
  },
)
