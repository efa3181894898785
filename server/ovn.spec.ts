// A server whose VPCs are on OVN: what the API confirms is in force, shown with packets. Machines are simulated, and namespaces take the
// place of their guests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OUTSIDE_IP, OUTSIDE_PREFIX, PHYSICAL_NETWORK, startRig, type Rig } from '#drivers/ovn/testing/rig.ts'
import type { Guest } from '#drivers/ovn/testing/guest.ts'
import { bind, type Listening } from './http/listen.ts'
import { makePages } from './http/pages.ts'
import { construct, type Running } from './main.ts'
import { type Options, readOptions } from './options.ts'
import { builtConsole, log } from './testing.ts'
import { needing } from '../scripts/needs.mjs'

const PASSWORD = 'correct horse'
const SOON = { timeout: 30_000, interval: 200 }

type Body = Record<string, unknown>

interface Nic {
  id: string
  mac: string
  ip: string
}

const rule = (changes: Body) => ({
  name: 'web',
  description: '',
  status: 'enabled',
  direction: 'inbound',
  action: 'allow',
  priority: 100,
  targets: [{ type: 'vpc', value: 'default' }],
  filters: { hosts: null, protocols: ['TCP'], ports: ['80'] },
  ...changes,
})

describe('a server with VPCs on OVN', needing('networks'), () => {
  const data = mkdtempSync(join(tmpdir(), 'rw-ovn-'))
  let rig: Rig
  let listening: Listening | undefined
  let running: Running | undefined
  let cookie = ''
  let web: Guest
  let client: Guest
  let webNic: Nic

  async function send(method: string, path: string, body?: unknown): Promise<Body> {
    const headers = { cookie, 'content-type': 'application/json' }
    const sent = body === undefined ? null : JSON.stringify(body)
    const response = await fetch(listening!.url + path, { method, headers, body: sent })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    const text = await response.text()
    expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return text ? (JSON.parse(text) as Body) : {}
  }

  const setRules = (...rules: Body[]) => send('PUT', '/v1/vpc-firewall-rules?project=web&vpc=default', { rules })
  const status = () => send('GET', '/rackwright/vpcs/default/network-status?project=web')
  const isApplied = async () => (await status()).is_applied
  const asks = (ip = webNic.ip) => client.ask('TCP', ip, 80)

  /** A simulated instance, with a namespace on a host as its guest. */
  async function boot(name: string, host: string): Promise<{ guest: Guest; nic: Nic }> {
    await send('POST', '/v1/instances?project=web', {
      name,
      description: '',
      hostname: name,
      ncpus: 1,
      memory: 2 ** 30,
      start: false,
    })
    const { items } = await send('GET', `/v1/network-interfaces?project=web&instance=${name}`)
    const [nic] = items as [Nic]
    const guest = await rig.plug(host, nic)
    await vi.waitFor(async () => expect((await guest.dhcp())?.ip).toBe(nic.ip), SOON)
    await guest.serve('TCP', 80)
    return { guest, nic }
  }

  beforeAll(async () => {
    rig = await startRig()
    const network = ['--network', `ovn:${rig.northbound}`, '--network-southbound', `ovn:${rig.southbound}`]
    const options = readOptions(['--port', '0', '--data', data, ...network], {
      RACKWRIGHT_ADMIN_PASSWORD: PASSWORD,
    }) as Options
    const bound = await bind(options)
    listening = bound
    running = await construct(options, makePages(builtConsole()), log)
    bound.serve(running.host)
    await running.showFirstLogin(() => undefined)
    await send('POST', '/v1/login/recovery/local', { username: 'admin', password: PASSWORD })
    await send('POST', '/v1/system/ip-pools', { name: 'public', description: '' })
    await send('POST', '/v1/system/ip-pools/public/ranges/add', { first: '203.0.113.10', last: '203.0.113.99' })
    await send('POST', '/v1/system/ip-pools/public/silos', { silo: 'recovery', is_default: true })
    await send('POST', '/rackwright/system/external-networks', {
      name: 'uplink',
      description: '',
      physical_network: PHYSICAL_NETWORK,
      prefix: OUTSIDE_PREFIX,
      next_hop: OUTSIDE_IP,
      hosts: [...rig.chassis.keys()],
      ip_pools: ['public'],
    })
    await send('POST', '/v1/projects', { name: 'web', description: '' })
    const [here, there] = [...rig.chassis.keys()] as [string, string]
    ;({ guest: web, nic: webNic } = await boot('web', here))
    ;({ guest: client } = await boot('client', there))
    await rig.outside.serve('TCP', 80)
  }, 120_000)

  afterAll(async () => {
    await listening?.close()
    await running?.stop()
    await rig?.remove()
    rmSync(data, { recursive: true, force: true })
  })

  test('the platform and its hosts are those of OVN', async () => {
    expect(await send('GET', '/rackwright/platform')).toMatchObject({
      network: 'ovn',
      enforces_networks: true,
      needs_external_networks: true,
      shares_addresses: false,
      traces_packets: true,
    })
    const { parts } = await send('GET', '/rackwright/system/network')
    const hosts = (parts as Body[]).filter(({ kind }) => kind === 'host')
    expect(hosts.map(({ name, state }) => [name, state]).toSorted()).toEqual(
      [...rig.chassis.keys()].map((name) => [name, 'up']),
    )
  })

  test('a rule that the response confirms is in force', async () => {
    await setRules()
    await expect.poll(isApplied, SOON).toBe(true)
    await expect.poll(() => asks(), SOON).toBeUndefined()
    await setRules(rule({}))
    await expect.poll(isApplied, SOON).toBe(true)
    expect(await asks()).toContain(webNic.id)
  })

  test('out by the shared address, and in by a floating IP', async () => {
    expect(await client.ask('TCP', OUTSIDE_IP, 80)).toMatch(/^outside 203\.0\.113\.\d+$/)
    const floating = { name: 'front', description: '' }
    const { ip } = await send('POST', '/v1/floating-ips?project=web', floating)
    await send('POST', '/v1/floating-ips/front/attach?project=web', { kind: 'instance', parent: 'web' })
    await expect.poll(() => rig.outside.ask('TCP', ip as string, 80), SOON).toContain(webNic.id)
    expect(await web.ask('TCP', OUTSIDE_IP, 80)).toBe(`outside ${ip as string}`)
  })

  test('the reachability check and OVN agree', async () => {
    const packet = 'source_instance=client&destination_instance=web&protocol=TCP&port=80'
    const answer = await send('GET', `/rackwright/reachability?project=web&${packet}`)
    expect(answer).toMatchObject({ network: { agrees: true, is_delivered: true } })
  })

  test('a change that OVN is slow to make is a success, and is applied later', async () => {
    rig.daemons.northd.stop()
    await setRules()
    expect(await status()).toMatchObject({ is_applied: false })
    expect(await asks()).toContain(webNic.id)
    rig.daemons.northd.resume()
    await expect.poll(isApplied, SOON).toBe(true)
    await expect.poll(() => asks(), SOON).toBeUndefined()
  })
})
