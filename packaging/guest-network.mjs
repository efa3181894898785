// Gives guests a network where there is no OVN: one passt for each interface, run by a user of its own, so that the packet filter can
// keep guests from this host (rackwright-guests.nft). Refuses while the filter does not. Needs only Node and passt.
//
//   node guest-network.mjs FOLDER
//
// FOLDER/control takes one line of JSON per connection and answers with one:
//   { "open": NAME, "interfaces": [{ "ip", "prefix", "gateway", "mtu" }] }
//     ->  { "sockets": [PATH], "ssh_port": N, "resolvers": [ADDRESS] }, the same until QEMU connects
//   { "close": NAME }  ->  {}
//   { "check": true }  ->  {}, if a guest can have a network
// or { "problem": TEXT }, for people. QEMU connects to the sockets, one for each interface. The network of an interface ends when QEMU
// disconnects. Port 22 of the first interface is a port of this host's loopback address.
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,60}$/
const MAX_INTERFACES = 8
const MAX_RESOLVERS = 3
const MAX_REQUEST_BYTES = 16_384
const CHECK_AGAIN_MS = 10_000
/** The second has the servers that systemd-resolved asks. */
const RESOLVERS = ['/etc/resolv.conf', '/run/systemd/resolve/resolv.conf']
const UNFILTERED = 'The packet filter of the host does not keep guests from the host.'

const EXAMPLE = { ip: '172.30.0.5', prefix: 22, gateway: '172.30.0.1', mtu: 1500 }

const folder = process.argv[2]
if (!folder) throw new Error('usage: node guest-network.mjs FOLDER')

class Problem extends Error {}

/** By name: the sockets that wait for QEMU, what they are for, and what was said of them. */
const waiting = new Map()
let trials = 0
/** Every passt that this process has started. */
const networks = new Set()

const say = (text) => process.stdout.write(`${text}\n`)
const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((all) => all.flatMap(({ address }) => (isIPv4(address) ? [address] : [])))

/** Sends a packet to each address of this host. The filter refuses them at once; nothing else does. */
async function isFiltered() {
  const socket = createSocket('udp4')
  const isRefused = (address) =>
    new Promise((resolve) => socket.send('', 9, address, (error) => resolve(error?.code === 'EPERM')))
  try {
    const answers = await Promise.all(['127.0.0.1', ...ownAddresses()].map(isRefused))
    return answers.every(Boolean)
  } finally {
    socket.close()
  }
}

/** Lists the name servers that are not on this host: those that are do not answer guests. */
function resolvers() {
  const own = ownAddresses()
  const lines = RESOLVERS.flatMap((file) => {
    try {
      return readFileSync(file, 'utf8').split('\n')
    } catch {
      return []
    }
  })
  const servers = lines.flatMap((line) => /^nameserver\s+([\d.]+)\s*$/.exec(line)?.[1] ?? [])
  const isElsewhere = (server) => isIPv4(server) && !server.startsWith('127.') && !own.includes(server)
  return [...new Set(servers.filter(isElsewhere))].slice(0, MAX_RESOLVERS)
}

function argumentsOf({ ip, prefix, gateway, mtu }, servers, port) {
  return [
    ['--quiet', '--ipv4-only', '--no-map-gw', '--no-dhcp-search', '--udp-ports', 'none', '--fd', '3'],
    ['--address', ip, '--netmask', String(prefix), '--gateway', gateway, '--mtu', String(mtu)],
    servers.length > 0 ? servers.flatMap((server) => ['--dns', server]) : ['--dns', 'none'],
    ['--tcp-ports', port === undefined ? 'none' : `127.0.0.1/${port}:22`],
  ].flat()
}

/** Two ends of one connection. */
const connected = (path) =>
  new Promise((resolve, reject) => {
    const server = createServer((one) => {
      server.close()
      resolve([one, other])
    })
    let other
    server.once('error', reject)
    server.listen(path, () => (other = connect(path)))
  })

/** Starts passt once without a guest: it ends at once if something is missing, and in the background otherwise. */
async function tryOut(args) {
  if (!(await isFiltered())) throw new Problem(UNFILTERED)
  const [one, other] = await connected(join(folder, `trial-${++trials}`))
  try {
    await new Promise((resolve, reject) => {
      const child = spawn('passt', args, { stdio: ['ignore', 'ignore', 'pipe', one] })
      let complaint = ''
      child.stderr.on('data', (bytes) => (complaint += bytes))
      child.once('error', () => reject(new Problem('passt is not installed on the host.')))
      child.once('exit', (code) => (code === 0 ? resolve() : reject(new Problem(explained(complaint)))))
    })
  } finally {
    one.destroy()
    other.destroy()
  }
}

const explained = (complaint) =>
  /no external routable interface|external interface not usable/i.test(complaint)
    ? 'The host has no default route.'
    : `passt says: ${
        complaint
          .replaceAll(/^Failed to send .*\n/gm, '')
          .trim()
          .split('\n')[0]
      }`

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

const isNumber = (value, least, most) => Number.isInteger(value) && value >= least && value <= most

function isInterface({ ip, prefix, gateway, mtu }) {
  return [ip, gateway].every(isIPv4) && isNumber(prefix, 8, 29) && isNumber(mtu, 576, 65_520)
}

async function open(name, interfaces) {
  if (!Array.isArray(interfaces) || !(interfaces.length > 0 && interfaces.length <= MAX_INTERFACES))
    throw new Problem('A guest has one to eight interfaces.')
  if (!interfaces.every(isInterface)) throw new Problem('An interface has an address that passt cannot provide.')
  // a start that is tried again: the guest of the attempt before may still come, and its record has this port
  const wanted = JSON.stringify(interfaces)
  const offered = waiting.get(name)
  if (offered?.wanted === wanted && (await isFiltered()) && offered.answer) return offered.answer
  close(name)
  const ssh_port = await freePort()
  const servers = resolvers()
  const all = interfaces.map((each, n) => argumentsOf(each, servers, n === 0 ? ssh_port : undefined))
  await tryOut(all[0])
  const listeners = []
  const offer = { wanted, listeners }
  waiting.set(name, offer)
  const sockets = await Promise.all(
    all.map(async (args, n) => {
      const path = join(folder, `${name}-${n}`)
      // what QEMU sends is for passt, not for this process
      const server = createServer({ pauseOnConnect: true }, (guest) => {
        server.close()
        offer.answer = undefined
        begin(args, guest)
      })
      listeners.push(server)
      await listen(server, path)
      return path
    }),
  )
  offer.answer = { sockets, ssh_port, resolvers: servers }
  return offer.answer
}

function begin(args, guest) {
  const child = spawn('passt', ['--foreground', ...args], { stdio: ['ignore', 'ignore', 'ignore', guest] })
  networks.add(child)
  child.once('error', (error) => say(`passt failed: ${error.message}`))
  child.once('exit', () => networks.delete(child))
  child.once('spawn', () => guest.destroy())
}

const listen = (server, path) =>
  new Promise((resolve, reject) => {
    rmSync(path, { force: true })
    server.once('error', reject)
    server.listen(path, () => {
      // for the group as well
      chmodSync(path, 0o660)
      resolve()
    })
  })

function close(name) {
  for (const server of waiting.get(name)?.listeners ?? []) server.close()
  waiting.delete(name)
}

async function answer(line) {
  try {
    const request = JSON.parse(line)
    if (request.check) {
      await tryOut(argumentsOf(EXAMPLE, []))
      return {}
    }
    const name = request.open ?? request.close
    if (typeof name !== 'string' || !NAME.test(name)) throw new Problem('A network has a name.')
    if (request.open) return await open(name, request.interfaces)
    close(name)
    return {}
  } catch (error) {
    if (!(error instanceof Problem)) say(String(error))
    return { problem: error instanceof Problem ? error.message : 'The service of guest networks failed.' }
  }
}

const control = createServer((caller) => {
  let bytes = 0
  caller.on('error', () => undefined)
  caller.on('data', (chunk) => {
    bytes += chunk.length
    if (bytes > MAX_REQUEST_BYTES) caller.destroy()
  })
  createInterface(caller).once('line', async (line) => caller.end(`${JSON.stringify(await answer(line))}\n`))
})

/** The filter can be removed at any time. Then guests lose their network rather than find the host. */
setInterval(async () => {
  if (networks.size === 0 || (await isFiltered())) return
  say(`${UNFILTERED} The networks of ${networks.size} interfaces end.`)
  for (const child of networks) child.kill()
}, CHECK_AGAIN_MS).unref()

for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true })
await listen(control, join(folder, 'control'))
say('ready')
