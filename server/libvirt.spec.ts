// A server with real machines: from the starter image to a guest that answers on its serial console and by SSH. The libvirt is one of
// its own, in namespaces (drivers/libvirt/testing/daemon.ts).
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestDaemon, type TestDaemon } from '#drivers/libvirt/testing/daemon.ts'
import { startGuestNetwork, type TestGuestNetwork } from '#drivers/libvirt/testing/guest-network.ts'
import { OWN_ARCHITECTURE, starterImage } from '#drivers/libvirt/testing/starter.ts'
import { bind, type Listening } from './http/listen.ts'
import { makePages } from './http/pages.ts'
import { construct, type Running } from './main.ts'
import { type Options, readOptions } from './options.ts'
import { builtConsole, log, words } from './testing.ts'
import { needing } from '../scripts/needs.mjs'

const PASSWORD = 'correct horse'
const CHUNK = 512 * 1024
const BOOT = { timeout: 110_000, interval: 500 }

type Body = Record<string, unknown>

const optionsOf = (data: string, ...more: string[]) =>
  readOptions(['--port', '0', '--data', data, ...more], { RACKWRIGHT_ADMIN_PASSWORD: PASSWORD }) as Options

describe('a server with real machines', { ...needing('starter-image'), ...needing('machines') }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'rw-real-'))
  const data = join(folder, 'data')
  let daemon: TestDaemon
  let guestNetwork: TestGuestNetwork
  let server: { listening: Listening; running: Running } | undefined
  let cookie = ''
  let starter = ''

  async function start(more: string[] = []) {
    const options = optionsOf(data, '--machines', daemon.uri, '--guest-network', guestNetwork.socket, ...more)
    const listening = await bind(options)
    const running = await construct(options, makePages(builtConsole()), log)
    listening.serve(running.host)
    await running.showFirstLogin(() => undefined)
    server = { listening, running }
  }

  async function stop() {
    await server?.listening.close()
    await server?.running.stop()
    server = undefined
  }

  async function send(method: string, path: string, body?: unknown): Promise<Body> {
    const headers = { cookie, 'content-type': 'application/json' }
    const url = server!.listening.url + path
    const response = await fetch(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    const text = await response.text()
    expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return text ? (JSON.parse(text) as Body) : {}
  }

  const logIn = () => send('POST', '/v1/login/recovery/local', { username: 'admin', password: PASSWORD })
  const stateOf = async (name: string) => (await send('GET', `/v1/instances/${name}?project=web`)).run_state

  async function consoleOf(name: string) {
    const range = 'project=web&from_start=0&max_bytes=1000000'
    const { data: bytes } = await send('GET', `/v1/instances/${name}/serial-console?${range}`)
    return Buffer.from(bytes as number[]).toString()
  }

  async function upload(bytes: Uint8Array) {
    const source = { type: 'importing_blocks', block_size: 512 }
    await send('POST', '/v1/disks?project=web', { name: 'upload', description: '', size: 2 ** 30, disk_source: source })
    await send('POST', '/v1/disks/upload/bulk-write-start?project=web')
    for (let offset = 0; offset < bytes.length; offset += CHUNK) {
      const base64_encoded_data = Buffer.from(bytes.subarray(offset, offset + CHUNK)).toString('base64')
      await send('POST', '/v1/disks/upload/bulk-write?project=web', { offset, base64_encoded_data })
    }
    await send('POST', '/v1/disks/upload/bulk-write-stop?project=web')
    await send('POST', '/v1/disks/upload/finalize?project=web', { snapshot_name: 'starter' })
    const { id } = await send('GET', '/v1/snapshots/starter?project=web')
    const image = { name: 'starter', description: '', os: 'starter', version: '1', source: { type: 'snapshot', id } }
    return send('POST', '/v1/images?project=web', image)
  }

  beforeAll(async () => {
    starter = starterImage()
    daemon = await startTestDaemon()
    guestNetwork = await startGuestNetwork(daemon)
    await start()
    await logIn()
    await send('POST', '/v1/system/ip-pools', { name: 'external', description: '' })
    await send('POST', '/v1/system/ip-pools/external/ranges/add', { first: '192.0.2.1', last: '192.0.2.99' })
    await send('POST', '/v1/system/ip-pools/external/silos', { silo: 'recovery', is_default: true })
    await send('POST', '/v1/projects', { name: 'web', description: '' })
  }, 180_000)

  afterAll(async () => {
    await stop()
    await guestNetwork?.remove()
    await daemon?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the overview says that machines are real, and the rack is this host', async () => {
    expect(await send('GET', '/rackwright/system/overview')).toMatchObject({ rack: { kind: 'libvirt' } })
    const { items } = await send('GET', '/v1/system/hardware/sleds')
    expect(items).toMatchObject([{ policy: { provision_policy: 'provisionable' } }])
    expect(await send('GET', '/rackwright/platform')).toMatchObject({
      machines: 'libvirt',
      network: 'simulated',
      runs_images: true,
      has_screens: true,
      accepts_ssh: true,
      has_switches: false,
      has_slots: false,
      enforces_networks: false,
    })
    expect(await send('GET', '/rackwright/cpu-overcommit')).toEqual({ ratio: 4 })
    const { items: loads } = await send('GET', '/rackwright/sled-loads')
    expect(loads).toMatchObject([
      {
        host: { accelerator: expect.stringMatching(/kvm|tcg/), architecture: OWN_ARCHITECTURE },
        space: { promised: 0 },
      },
    ])
    // the log says what is slow, and why
    const other = OWN_ARCHITECTURE === 'aarch64' ? 'x86-64' : 'aarch64'
    const said = words.join('')
    expect(said).toMatch(new RegExp(`guests for ${other} (are emulated|cannot run here)`))
    const [{ host }] = loads as [{ host: { accelerator: string } }]
    expect(/guests are emulated, which is slow.*(KVM|kvm)/.test(said)).toBe(host.accelerator === 'tcg')
    expect(await send('GET', '/v1/system/hardware/switches')).toMatchObject({ items: [] })
    expect(await send('GET', '/v1/system/networking/bgp-status')).toEqual([])
    const refused = await fetch(`${server!.listening.url}/v1/system/networking/bfd-enable`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({
        remote: '192.0.2.1',
        detection_threshold: 3,
        required_rx: 1000,
        mode: 'single_hop',
        switch: 'switch0',
      }),
    })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('This rack has no switches') })
  })

  test('its data directory cannot be used with simulated machines, unless they are forgotten', async () => {
    await stop()
    const pages = makePages(builtConsole())
    await expect(construct(optionsOf(data), pages, log)).rejects.toThrow(
      'this data directory was used with real machines: give --machines again, use another --data, or give --forget-machines',
    )
    await (await construct(optionsOf(data, '--forget-machines'), pages, log)).stop()
    await expect(construct(optionsOf(data, '--machines', daemon.uri), pages, log)).rejects.toThrow(
      'this data directory was used with simulated machines: leave out --machines',
    )
    await start(['--forget-machines'])
    await logIn()
    expect(await send('GET', '/v1/system/hardware/sleds')).toMatchObject({
      items: [{ policy: { provision_policy: 'provisionable' } }],
    })
  })

  test('without libvirt it does not start, and says why', async () => {
    const options = optionsOf(join(folder, 'other'), '--machines', 'qemu:///system?socket=/nowhere/sock')
    const started = construct(options, makePages(builtConsole()), log)
    await expect(started).rejects.toThrow(/does not answer: start it/)
    expect(existsSync(join(folder, 'other/rack'))).toBe(false)
  })

  test('an instance of the starter image boots, and is reached on its console and by SSH', async () => {
    const key = join(folder, 'key')
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
    const { id: image_id } = await upload(readFileSync(starter))
    await send('POST', '/v1/me/ssh-keys', {
      name: 'mine',
      description: '',
      public_key: readFileSync(`${key}.pub`, 'utf8').trim(),
    })
    const disk = {
      type: 'create',
      name: 'boot',
      description: '',
      size: 2 ** 30,
      disk_source: { type: 'image', image_id },
    }
    const { id } = await send('POST', '/v1/instances?project=web', {
      name: 'web1',
      description: '',
      hostname: 'web1',
      ncpus: 1,
      memory: 2 ** 30,
      boot_disk: disk,
      ssh_public_keys: ['mine'],
      user_data: Buffer.from('#!/bin/sh\necho "user data of $(hostname)"\n').toString('base64'),
    })
    await expect.poll(() => stateOf('web1'), BOOT).toBe('running')
    await expect.poll(() => consoleOf('web1'), BOOT).toMatch(/user data of web1[\s\S]*web1 is up/)

    // the server is not needed for the guest to go on
    await stop()
    await start()
    expect(await stateOf('web1')).toBe('running')
    expect(await consoleOf('web1')).toContain('web1 is up')

    const { ssh: reach } = await send('GET', `/rackwright/instances/${id as string}/machine`)
    expect(reach).toEqual({ address: '127.0.0.1', port: expect.any(Number) })
    const port = String((reach as { port: number }).port)
    const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR']
    const ssh = ['ssh', '-i', key, '-p', port, ...options.flatMap((each) => ['-o', each]), 'root@127.0.0.1']
    const [command = '', ...args] = daemon.inside([...ssh, 'hostname; ip -o -4 address show dev eth0'])
    expect(execFileSync(command, args, { encoding: 'utf8', timeout: 60_000 })).toMatch(/^web1\n[\s\S]*inet 172\.30\./)

    // while it runs: of one moment, through the machine
    await send('POST', '/v1/snapshots?project=web', { name: 'running', description: '', disk: 'boot' })
    await expect.poll(async () => (await send('GET', '/v1/snapshots/running?project=web')).state, BOOT).toBe('ready')

    await send('POST', '/v1/instances/web1/stop?project=web')
    await expect.poll(() => stateOf('web1'), BOOT).toBe('stopped')
    expect(await consoleOf('web1').catch(() => 'power down')).toMatch(/power down/i)
    await send('DELETE', '/v1/instances/web1?project=web')
    await expect
      .poll(
        () => execFileSync('virsh', ['-q', '-c', daemon.uri, 'list', '--all', '--name'], { encoding: 'utf8' }).trim(),
        BOOT,
      )
      .toBe('')
    await expect.poll(() => readdirSync(join(data, 'machines'))).toEqual([])
  }, 300_000)
})
