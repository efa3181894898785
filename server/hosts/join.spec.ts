// Two hosts join a server that has none of its own, over the API: each is a libvirt and an sshd in namespaces of their own. The server
// finds an `ssh` that enters the network of the host it is asked for.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestDaemon, type TestDaemon } from '#drivers/libvirt/testing/daemon.ts'
import { guestBootSector } from '#drivers/libvirt/testing/guest.ts'
import { startSshd, type TestSshd } from '#drivers/libvirt/testing/sshd.ts'
import { needing } from '../../scripts/needs.mjs'
import { builtServer, type Replica, startReplica } from '../testing-replicas.ts'

const GIB = 2 ** 30
const SLOW = { timeout: 100_000, interval: 200 }
const IN = '?project=web'
const ADDRESSES = ['127.0.0.11', '127.0.0.12']

interface TestHost {
  address: string
  daemon: TestDaemon
  sshd: TestSshd
  id: string
}

interface Answer {
  id: string
  state: string
  fingerprint: string
  serial: string
  sled_id: string
  checks: { name: string; state: string; remedy: string | null }[]
}

describe('hosts that join a server', needing('hosts'), () => {
  const root = mkdtempSync(join(tmpdir(), 'rw-join-'))
  const data = join(root, 'data')
  const hosts: TestHost[] = []
  let built: string
  let server: Replica
  let image_id = ''

  async function start() {
    const options = ['--data', data, '--machines', 'hosts', '--volumes', join(root, 'volumes')]
    server = await startReplica(built, options, { PATH: `${join(root, 'bin')}:${process.env.PATH}` })
    await server.logIn()
  }

  beforeAll(async () => {
    for (const folder of ['bin', 'volumes']) mkdirSync(join(root, folder))
    built = await builtServer()
    const daemons = await Promise.all(ADDRESSES.map(() => startTestDaemon()))
    for (const program of ['ssh', 'ssh-keyscan'])
      writeFileSync(join(root, 'bin', program), entering(program, daemons), { mode: 0o755 })
    await start()
    // makes the key
    await server.ok('GET', '/rackwright/host-setup')
    for (const [n, daemon] of daemons.entries()) {
      execFileSync('env', daemon.inside(['sh', '-ec', OWN_FILES, 'sh', daemon.folder]))
      const address = ADDRESSES[n]!
      const sshd = await startSshd(daemon, { address, identity: join(data, 'ssh/id_ed25519') })
      hosts.push({ address, daemon, sshd, id: '' })
    }
    await server.ok('POST', '/v1/system/ip-pools', { name: 'external', description: '' })
    await server.ok('POST', '/v1/system/ip-pools/external/ranges/add', { first: '192.0.2.1', last: '192.0.2.99' })
    await server.ok('POST', '/v1/system/ip-pools/external/silos', { silo: 'recovery', is_default: true })
    await server.ok('POST', '/v1/projects', { name: 'web', description: '' })
    image_id = await makeImage()
  }, 180_000)

  afterAll(async () => {
    await server?.kill()
    for (const { sshd, daemon } of hosts) {
      await sshd.stop()
      await daemon.remove()
    }
    rmSync(root, { recursive: true, force: true })
  })

  async function makeImage(): Promise<string> {
    const source = { type: 'importing_blocks', block_size: 512 }
    await server.ok('POST', `/v1/disks${IN}`, { name: 'upload', description: '', size: GIB, disk_source: source })
    await server.ok('POST', `/v1/disks/upload/bulk-write-start${IN}`)
    const base64_encoded_data = Buffer.from(guestBootSector()).toString('base64')
    await server.ok('POST', `/v1/disks/upload/bulk-write${IN}`, { offset: 0, base64_encoded_data })
    await server.ok('POST', `/v1/disks/upload/bulk-write-stop${IN}`)
    await server.ok('POST', `/v1/disks/upload/finalize${IN}`, { snapshot_name: 'upload' })
    const { id } = await server.ok('GET', `/v1/snapshots/upload${IN}`)
    const image = { name: 'guest', description: '', os: 'test', version: '1', source: { type: 'snapshot', id } }
    return (await server.ok('POST', `/v1/images${IN}`, image)).id as string
  }

  const view = async ({ id }: TestHost) => (await server.ok('GET', `/rackwright/hosts/${id}`)) as unknown as Answer
  const stateOf = async (host: TestHost) => (await view(host)).state
  const runState = async (name: string) => (await server.ok('GET', `/v1/instances/${name}${IN}`)).run_state
  const domains = ({ daemon }: TestHost) =>
    execFileSync('virsh', ['-q', '-c', daemon.uri, 'list', '--all', '--name']).toString().trim()
  const shownKey = ({ daemon }: TestHost) =>
    execFileSync('ssh-keygen', ['-l', '-f', join(daemon.folder, 'ssh/host-key.pub')])
      .toString()
      .split(' ')[1]!

  async function createInstance(name: string) {
    const disk_source = { type: 'image', image_id }
    await server.ok('POST', `/v1/instances${IN}`, {
      name,
      description: '',
      hostname: name,
      ncpus: 1,
      memory: GIB,
      boot_disk: { type: 'create', name: `${name}-boot`, description: '', size: GIB, disk_source },
    })
    await expect.poll(() => runState(name), SLOW).toBe('running')
  }

  const setProvision = (sled_id: string, state: string) =>
    server.ok('PUT', `/v1/system/hardware/sleds/${sled_id}/provision-policy`, { state })

  test('are compared, checked, refused with a remedy, and put into service', async () => {
    for (const host of hosts) {
      const made = (await server.ok('POST', '/rackwright/hosts', {
        address: host.address,
        port: 22,
        user: 'root',
      })) as unknown as Answer
      host.id = made.id
      expect(made).toMatchObject({ state: 'waiting', fingerprint: shownKey(host) })
    }
    const [first, second] = hosts as [TestHost, TestHost]
    // the first one does not see the volumes yet
    execFileSync('env', first.daemon.inside(['mount', '-t', 'tmpfs', 'none', join(root, 'volumes')]))
    for (const host of hosts)
      await server.ok('POST', `/rackwright/hosts/${host.id}/trust`, { fingerprint: shownKey(host) })
    await expect.poll(() => stateOf(first), SLOW).toBe('unfit')
    const { checks } = await view(first)
    expect(checks.filter(({ state }) => state === 'failed')).toMatchObject([
      { name: 'volumes', remedy: expect.stringContaining('same path') },
    ])
    execFileSync('env', first.daemon.inside(['umount', join(root, 'volumes')]))
    await server.ok('POST', `/rackwright/hosts/${first.id}/check`)
    for (const host of [first, second]) {
      await expect.poll(() => stateOf(host), SLOW).toBe('ready')
      const { serial } = await view(host)
      const spare = async () => {
        const { items } = await server.ok('GET', '/v1/system/hardware/sleds-uninitialized')
        return (items as { baseboard: { serial: string } }[]).find((each) => each.baseboard.serial === serial)
      }
      await expect.poll(spare, SLOW).toBeDefined()
      const { part } = (await spare())!.baseboard as unknown as { part: string }
      await server.ok('POST', '/v1/system/hardware/sleds', { part, serial })
      await expect.poll(() => stateOf(host), SLOW).toBe('in_service')
    }
  }, 300_000)

  test('run instances, one on each, whose consoles are read', async () => {
    const [first, second] = hosts as [TestHost, TestHost]
    const { sled_id } = await view(second)
    await setProvision(sled_id, 'non_provisionable')
    await createInstance('db1')
    await setProvision(sled_id, 'provisionable')
    await setProvision((await view(first)).sled_id, 'non_provisionable')
    await createInstance('db2')
    await setProvision((await view(first)).sled_id, 'provisionable')
    expect(domains(first)).toMatch(/^rackwright-\S+$/)
    expect(domains(second)).toMatch(/^rackwright-\S+$/)
    for (const name of ['db1', 'db2']) {
      const console = await server.console(name, 'web')
      await console.until('login: ')
    }
    const refused = await server.send('DELETE', `/rackwright/hosts/${first.id}`)
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('db1')
  }, 300_000)

  test('that do not answer keep their instances, also over a restart of the server', async () => {
    const [first] = hosts as [TestHost]
    await first.sshd.stop()
    await expect.poll(() => stateOf(first), SLOW).toBe('unreachable')
    await server.kill()
    await start()
    expect(await stateOf(first)).toBe('unreachable')
    expect(await runState('db1')).toBe('running')
    expect(await runState('db2')).toBe('running')
    await first.sshd.start()
    await server.ok('POST', `/rackwright/hosts/${first.id}/check`)
    await expect.poll(() => stateOf(first), SLOW).toBe('in_service')
    expect(await runState('db1')).toBe('running')
  }, 300_000)

  test('that show another key get no connection until it was compared', async () => {
    const [first] = hosts as [TestHost]
    await first.sshd.stop()
    first.sshd.changeKey()
    await first.sshd.start()
    const failedChecks = async () =>
      (await view(first)).checks.filter(({ state }) => state === 'failed').map(({ name }) => name)
    await server.ok('POST', `/rackwright/hosts/${first.id}/check`)
    await expect.poll(failedChecks, SLOW).toEqual(['key'])
    const issues = async () =>
      ((await server.ok('GET', '/rackwright/issues')).items as { kind: string }[]).map(({ kind }) => kind)
    await expect.poll(issues, SLOW).toContain('host_key_changed')
    const old = await server.send('POST', `/rackwright/hosts/${first.id}/trust`, {
      fingerprint: `SHA256:${'A'.repeat(43)}`,
    })
    expect(old.status).toBe(400)
    await server.ok('POST', `/rackwright/hosts/${first.id}/trust`, { fingerprint: shownKey(first) })
    await expect.poll(() => stateOf(first), SLOW).toBe('in_service')
    expect(await runState('db1')).toBe('running')
  }, 300_000)

  test('that are removed by force end what they run before they are forgotten', async () => {
    const [first, second] = hosts as [TestHost, TestHost]
    await server.ok('DELETE', `/rackwright/hosts/${first.id}?force=true`)
    expect(await runState('db1')).toBe('failed')
    await expect.poll(() => domains(first), SLOW).toBe('')
    expect(await runState('db2')).toBe('running')
    expect(await stateOf(second)).toBe('in_service')
  }, 300_000)
})

/** What a host writes below /var/lib stays in its namespace. The folder of its libvirt is bound there again. */
const OWN_FILES = `mount -t tmpfs none /mnt; mkdir /mnt/upper /mnt/work
mount -t overlay overlay -o lowerdir=/var/lib,upperdir=/mnt/upper,workdir=/mnt/work /var/lib
mount --bind "$1/var" /var/lib/libvirt`

/** Commands over a connection that is shared name no address. */
const entering = (program: string, daemons: readonly TestDaemon[]) => `#!/bin/sh
for last; do :; done
case "$last" in
${daemons.map(({ pid }, n) => `${ADDRESSES[n]}) exec nsenter --target ${pid} --net /usr/bin/${program} "$@" ;;`).join('\n')}
*) exec /usr/bin/${program} "$@" ;;
esac
`
