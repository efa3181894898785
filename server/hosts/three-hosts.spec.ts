// Three hosts as one cloud: each has a libvirt, an sshd and a chassis of OVN in namespaces of its own, and all see the volumes. Guests are
// real, talk to each other, and move while they do. The server reaches the hosts through the network that connects them.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domains, makeHost, removeHost, setUp, shownKey, type TestHost } from '#drivers/libvirt/testing/added-host.ts'
import { startTestDaemon } from '#drivers/libvirt/testing/daemon.ts'
import { giveOwnFolders } from '#drivers/libvirt/testing/own-folders.ts'
import { starterImage } from '#drivers/libvirt/testing/starter.ts'
import { startRig, type Rig } from '#drivers/ovn/testing/rig.ts'
import { needing } from '../../scripts/needs.mjs'
import { builtServer, type Replica, startReplica } from '../testing-replicas.ts'
import { callsTo, GIB, IN, SLOW } from './testing-hosts.ts'

const NAMES = ['host-1', 'host-2', 'host-3']
/** As the rig numbers them. */
const ADDRESSES = ['10.99.0.1', '10.99.0.2', '10.99.0.3']
/** Where the databases are, and where the server connects from. */
const CENTRAL = '10.99.0.100'
const BOOT_MS = 280_000
const BLOCK = 512
const BLANK = { type: 'blank', block_size: BLOCK }
/** Each number goes to its own block and over the network, until there is a file. */
const COUNT =
  'i=0; until [ -f /tmp/enough ]; do i=$((i+1)); echo $i; ' +
  'printf %-512s $i | dd of=/dev/vdb bs=512 seek=$i conv=fsync 2>/dev/null; usleep 100000; done; echo told $i >&2'
/** With an input that stays open, because nc ends with its input. */
const LISTEN = 'mkfifo /tmp/open; nc -l -p 5000 0<>/tmp/open > /tmp/heard'
/** Port 5000 in hexadecimal. What it prints is not in the echo of the command. */
const LISTENS = "until grep -q :1388 /proc/net/tcp*; do usleep 50000; done; echo it 'listens'"
const CHECK = `awk 'NR != $1 { print "gap", NR } END { print "heard", NR }'`
const PING_SECONDS = 0.2
const PING = `ping -i ${PING_SECONDS}`
/** Waits for more replies than there are. What it prints is not in the echo of the command. */
const more = (replies: number) =>
  `n=$(grep -c seq= /tmp/pinged); until [ $(grep -c seq= /tmp/pinged) -gt $((n+${replies})) ]; do usleep 50000; done; echo replies 'came'`
/** Counts the numbers that are missing between two replies. */
const MISSING = `awk -F 'seq=' '/seq=/ { n = $2 + 0; lost += n - due; due = n + 1 } END { print "missing", lost }' /tmp/pinged`
/** Replies that may be lost while the pause is over and OVN still sends to the old host, on busy hosts that are emulated. */
const SPARE = 5 / PING_SECONDS
const NEEDS = { ...needing('hosts'), ...needing('networks'), ...needing('starter-image') }

interface Drain {
  state: string
  instances: { instance_name: string; state: string }[]
}

describe('three hosts on OVN', NEEDS, () => {
  const root = mkdtempSync(join(tmpdir(), 'rw-three-'))
  const data = join(root, 'data')
  const hosts: TestHost[] = []
  let rig: Rig
  let server: Replica
  let image_id = ''
  let asked = 0
  const calls = callsTo(() => server)

  beforeAll(async () => {
    for (const folder of ['bin', 'volumes']) mkdirSync(join(root, folder))
    rig = await startRig(NAMES)
    for (const program of ['ssh', 'ssh-keyscan']) {
      const line = `exec ip netns exec ${rig.underlay.name} /usr/bin/${program} "$@"`
      writeFileSync(join(root, 'bin', program), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
    }
    const network = ['--network', `ovn:${rig.northbound}`, '--network-southbound', `ovn:${rig.southbound}`]
    const options = ['--data', data, '--machines', 'hosts', '--volumes', join(root, 'volumes'), ...network]
    server = await startReplica(await builtServer(), options, { PATH: `${join(root, 'bin')}:${process.env.PATH}` })
    await server.logIn()
    // makes the key
    await server.ok('GET', '/rackwright/host-setup')
    const daemons = await Promise.all(NAMES.map((name) => startTestDaemon(rig.chassis.get(name))))
    for (const [n, daemon] of daemons.entries()) hosts.push(await makeHost(daemon, ADDRESSES[n]!, data))
    await calls.prepare()
    image_id = await calls.makeImage(readFileSync(starterImage()))
  }, 300_000)

  afterAll(async () => {
    await server?.kill()
    for (const host of hosts) await removeHost(host)
    await rig?.remove()
    rmSync(root, { recursive: true, force: true })
  })

  const states = () => Promise.all(['teller', 'listener'].map((name) => calls.runState(name)))
  const sledOf = async (host: TestHost) => (await calls.view(host)).sled_id

  /** Only one host takes new instances. */
  async function onlyOn(host: TestHost) {
    for (const each of hosts)
      await calls.setProvision(await sledOf(each), each === host ? 'provisionable' : 'non_provisionable')
  }

  async function privateIp(name: string): Promise<string> {
    const { items } = await server.ok('GET', `/v1/network-interfaces${IN}&instance=${name}`)
    return (items as { ip: string }[])[0]!.ip
  }

  async function pings(from: string, to: string) {
    const console = await server.console(from, 'web')
    // tells the answer from earlier ones, and from the echo of the command
    const mark = `back ${++asked}`
    console.type(`ping -c 3 ${await privateIp(to)} | sed "s/received/${mark}/"\r`)
    const replies = () => new RegExp(`(\\d) packets ${mark}`).exec(console.said())?.[1]
    await expect.poll(replies, SLOW).toMatch(/[1-3]/)
  }

  /** Differs after each start of a guest. */
  async function bootOf(name: string): Promise<string | undefined> {
    const console = await server.console(name, 'web')
    const mark = `boot ${++asked}`
    console.type(`sed "s/^/${mark} is /" /proc/sys/kernel/random/boot_id\r`)
    const found = () => new RegExp(`${mark} is ([0-9a-f-]{36})`).exec(console.said())?.[1]
    await expect.poll(found, SLOW).toBeDefined()
    return found()
  }

  const boots = () => Promise.all(['teller', 'listener'].map(bootOf))

  test('are prepared by the script, which can run twice', async () => {
    const settings = { from: [CENTRAL], network_database: `tcp:${CENTRAL}:6642` }
    const { sha256 } = await server.ok('PUT', '/rackwright/host-setup', settings)
    const script = await (await server.send('GET', '/rackwright/hosts/setup')).text()
    expect(createHash('sha256').update(script).digest('hex')).toBe(sha256)
    for (const [n, host] of hosts.entries()) {
      giveOwnFolders(host.daemon, ['/etc', '/root'])
      const { namespace, folder } = rig.chassis.get(NAMES[n]!)!
      // the script has to say it again
      const database = `--db=unix:${join(folder, 'db.sock')}`
      await namespace.run('ovs-vsctl', database, 'remove', 'open', '.', 'external-ids', 'ovn-remote', 'ovn-encap-ip')
      const said = setUp(host, script)
      expect(said).toContain(`OVN uses tcp:${CENTRAL}:6642, and other hosts reach this one at ${ADDRESSES[n]}.`)
      expect(said).toContain(shownKey(host))
      expect(setUp(host, script)).toBe(said)
    }
  }, 300_000)

  test('join as chassis of OVN that reach each other', async () => {
    for (const host of hosts) {
      await calls.add(host)
      await calls.trust(host)
      await calls.putIntoService(host)
    }
    const { checks } = await calls.view(hosts[2]!)
    expect(checks.filter(({ state }) => state === 'failed')).toEqual([])
    const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]))
    expect(states).toMatchObject({ network: 'ok', volumes: 'ok', other_hosts: 'ok' })
  }, 300_000)

  test('run guests, one on each, that reach each other', async () => {
    const [first, second, third] = hosts as [TestHost, TestHost, TestHost]
    await onlyOn(first)
    const counts = { type: 'create', name: 'counts', description: '', size: GIB, disk_source: BLANK }
    await calls.createInstance('teller', image_id, { disks: [counts] })
    await onlyOn(second)
    await calls.createInstance('listener', image_id)
    for (const host of hosts) await calls.setProvision(await sledOf(host), 'provisionable')
    for (const host of [first, second]) expect(domains(host)).toMatch(/^rackwright-\S+$/)
    expect(domains(third)).toBe('')
    for (const name of ['teller', 'listener']) {
      const console = await server.console(name, 'web')
      await console.until(`${name} is up`, BOOT_MS)
    }
    await pings('teller', 'listener')
  }, 600_000)

  test('move a guest that writes and sends, of which nothing is lost', async () => {
    const [first, , third] = hosts as [TestHost, TestHost, TestHost]
    const volume = join(root, 'volumes', `${(await server.ok('GET', `/v1/disks/counts${IN}`)).id as string}.blocks`)
    const counted = () => countsIn(volume)
    const [teller, listener] = [await server.console('teller', 'web'), await server.console('listener', 'web')]
    listener.type(`(${LISTEN}; ${CHECK} /tmp/heard) & ${LISTENS}\r`)
    await listener.until('it listens')
    teller.type(`(${COUNT}) | nc ${await privateIp('listener')} 5000 &\r`)
    await expect.poll(() => counted().length, SLOW).toBeGreaterThan(10)
    const replies = async (least: number) => {
      const before = listener.said().split('replies came').length
      listener.type(`${more(least)}\r`)
      await expect.poll(() => listener.said().split('replies came').length, SLOW).toBeGreaterThan(before)
    }
    listener.type(`${PING} ${await privateIp('teller')} > /tmp/pinged &\r`)
    await replies(5)

    await server.ok('POST', `/rackwright/instances/teller/migrate${IN}`, { sled_id: await sledOf(third) })
    const migration = async () => (await server.ok('GET', `/rackwright/instances/teller/migration${IN}`)).state
    await expect.poll(migration, SLOW).toBe('completed')
    expect(domains(first)).toBe('')
    expect(domains(third)).toMatch(/^rackwright-\S+$/)
    expect(await calls.runState('teller')).toBe('running')

    await replies(5)
    listener.type(`kill -INT $(pidof ping); ${MISSING}\r`)
    const missing = () => /missing (\d+)/.exec(listener.said())?.[1]
    await expect.poll(missing, SLOW).toBeDefined()
    expect(Number(missing())).toBeLessThan((2 * pauseOn(third)) / (1000 * PING_SECONDS) + SPARE)

    const moved = counted().length
    await expect.poll(() => counted().length, SLOW).toBeGreaterThan(moved + 10)
    // over the console that was open before
    teller.type('touch /tmp/enough\r')
    await teller.until('told ')
    // after a pause TCP tries again ever more rarely
    await listener.until('heard ', BOOT_MS)
    const all = counted()
    expect(all).toEqual(all.map((_, n) => n + 1))
    await teller.until(`told ${all.length}`)
    await listener.until(`heard ${all.length}`)
    expect(listener.said()).not.toMatch(/gap \d/)
  }, 600_000)

  test('are drained, and a guest that was moved is still reached', async () => {
    const [, second] = hosts as [TestHost, TestHost, TestHost]
    const sled = await sledOf(second)
    await calls.setProvision(sled, 'non_provisionable')
    await server.ok('POST', `/rackwright/sleds/${sled}/drain`)
    const drain = async () => (await server.ok('GET', `/rackwright/sleds/${sled}/drain`)) as unknown as Drain
    await expect.poll(async () => (await drain()).state, SLOW).toBe('completed')
    expect((await drain()).instances).toMatchObject([{ instance_name: 'listener', state: 'moved' }])
    expect(domains(second)).toBe('')
    await calls.setProvision(sled, 'provisionable')
    await pings('teller', 'listener')
  }, 300_000)

  test('that cannot be reached keep their guests, which are there again afterwards', async () => {
    const third = hosts[2]!
    const before = await boots()
    await rig.chassis.get('host-3')!.setCables('down')
    await expect.poll(() => calls.stateOf(third), SLOW).toBe('unreachable')
    const kinds = async () =>
      ((await server.ok('GET', '/rackwright/issues')).items as { kind: string }[]).map(({ kind }) => kind)
    await expect.poll(kinds, SLOW).toContain('sled_unreachable')
    expect(await states()).toEqual(['running', 'running'])
    await rig.chassis.get('host-3')!.setCables('up')
    await server.ok('POST', `/rackwright/hosts/${third.id}/check`)
    await expect.poll(() => calls.stateOf(third), SLOW).toBe('in_service')
    await expect.poll(kinds, SLOW).not.toContain('sled_unreachable')
    expect(await states()).toEqual(['running', 'running'])
    expect(await boots()).toEqual(before)
  }, 300_000)
})

/** Milliseconds for which the only guest of a host stood still when it moved there, as libvirt measured. */
function pauseOn({ daemon }: TestHost): number {
  const virsh = (...args: string[]) => execFileSync('virsh', ['-q', '-c', daemon.uri, ...args], { encoding: 'utf8' })
  const said = virsh('domjobinfo', virsh('list', '--name').trim(), '--completed')
  return Number(/^Total downtime:\s+(\d+)/m.exec(said)![1])
}

/** What the guest has written to its second disk, in the order of the blocks. */
function countsIn(volume: string): number[] {
  const written = Buffer.alloc(BLOCK * 4000)
  const file = openSync(volume, 'r')
  readSync(file, written, 0, written.length, BLOCK)
  closeSync(file)
  const counts = written.toString('latin1').match(/^(?:\d+ +)+/)?.[0] ?? ''
  return counts.trim().split(/ +/).filter(Boolean).map(Number)
}
