// Two hosts join a server that has none of its own, over the API: each is a libvirt and an sshd in namespaces of their own. The server
// finds an `ssh` that enters the network of the host it is asked for.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domains, makeHost, removeHost, type TestHost } from '#drivers/libvirt/testing/added-host.ts'
import { startTestDaemon, type TestDaemon } from '#drivers/libvirt/testing/daemon.ts'
import { guestBootSector } from '#drivers/libvirt/testing/guest.ts'
import { needing } from '../../scripts/needs.mjs'
import { builtServer, type Replica, startReplica } from '../testing-replicas.ts'
import { callsTo, SLOW } from './testing-hosts.ts'

const ADDRESSES = ['127.0.0.11', '127.0.0.12']

describe('hosts that join a server', needing('hosts'), () => {
  const root = mkdtempSync(join(tmpdir(), 'rw-join-'))
  const data = join(root, 'data')
  const hosts: TestHost[] = []
  let built: string
  let server: Replica
  let image_id = ''
  const { add, createInstance, makeImage, prepare, putIntoService, runState, setProvision, stateOf, trust, view } =
    callsTo(() => server)

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
    for (const [n, daemon] of daemons.entries()) hosts.push(await makeHost(daemon, ADDRESSES[n]!, data))
    await prepare()
    image_id = await makeImage(guestBootSector())
  }, 180_000)

  afterAll(async () => {
    await server?.kill()
    for (const host of hosts) await removeHost(host)
    rmSync(root, { recursive: true, force: true })
  })

  test('are compared, checked, refused with a remedy, and put into service', async () => {
    for (const host of hosts) await add(host)
    const [first, second] = hosts as [TestHost, TestHost]
    // the first one does not see the volumes yet
    execFileSync('env', first.daemon.inside(['mount', '-t', 'tmpfs', 'none', join(root, 'volumes')]))
    for (const host of hosts) await trust(host)
    await expect.poll(() => stateOf(first), SLOW).toBe('unfit')
    const { checks } = await view(first)
    expect(checks.filter(({ state }) => state === 'failed')).toMatchObject([
      { name: 'volumes', remedy: expect.stringContaining('same path') },
    ])
    execFileSync('env', first.daemon.inside(['umount', join(root, 'volumes')]))
    await server.ok('POST', `/rackwright/hosts/${first.id}/check`)
    for (const host of [first, second]) await putIntoService(host)
  }, 300_000)

  test('run instances, one on each, whose consoles are read', async () => {
    const [first, second] = hosts as [TestHost, TestHost]
    const { sled_id } = await view(second)
    await setProvision(sled_id, 'non_provisionable')
    await createInstance('db1', image_id)
    await setProvision(sled_id, 'provisionable')
    await setProvision((await view(first)).sled_id, 'non_provisionable')
    await createInstance('db2', image_id)
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
    await trust(first)
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

/** Commands over a connection that is shared name no address. */
const entering = (program: string, daemons: readonly TestDaemon[]) => `#!/bin/sh
for last; do :; done
case "$last" in
${daemons.map(({ pid }, n) => `${ADDRESSES[n]}) exec nsenter --target ${pid} --net /usr/bin/${program} "$@" ;;`).join('\n')}
*) exec /usr/bin/${program} "$@" ;;
esac
`
