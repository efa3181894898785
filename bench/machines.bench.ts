// Real machines through the server beside `virsh` and sockets alone, in the same run: from the start to the first output, the echo of
// the serial console, and what an idle server costs with 50 domains defined. libvirt runs in namespaces of its own.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { startTestDaemon, whyNoDaemon } from '#drivers/libvirt/testing/daemon.ts'
import { starterImage } from '#drivers/libvirt/testing/starter.ts'
import { startBench, type Server } from './server.ts'
import { median, report } from './table.ts'

const GIB = 2 ** 30
const CHUNK = 512 * 1024
const ROUNDS = 3
const KEYS = 40
const DOMAINS = 50
const IDLE_MS = 20_000

async function must({ send }: Server, method: string, path: string, body?: unknown) {
  const { status, text, body: answer } = await send(method, path, body)
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
  return answer
}

/** An instance of the starter image, stopped. Returns its ID. */
async function prepare(server: Server, image: string): Promise<string> {
  const send = (method: string, path: string, body?: unknown) => must(server, method, path, body)
  await send('POST', '/v1/system/ip-pools', { name: 'external', description: '' })
  await send('POST', '/v1/system/ip-pools/external/ranges/add', { first: '192.0.2.1', last: '192.0.2.99' })
  await send('POST', '/v1/system/ip-pools/external/silos', { silo: 'recovery', is_default: true })
  await send('POST', '/v1/projects', { name: 'web', description: '' })
  const disk_source = { type: 'importing_blocks', block_size: 512 }
  await send('POST', '/v1/disks?project=web', { name: 'boot', description: '', size: GIB, disk_source })
  await send('POST', '/v1/disks/boot/bulk-write-start?project=web')
  const bytes = readFileSync(image)
  for (let offset = 0; offset < bytes.length; offset += CHUNK) {
    const base64_encoded_data = bytes.subarray(offset, offset + CHUNK).toString('base64')
    await send('POST', '/v1/disks/boot/bulk-write?project=web', { offset, base64_encoded_data })
  }
  await send('POST', '/v1/disks/boot/bulk-write-stop?project=web')
  await send('POST', '/v1/disks/boot/finalize?project=web', {})
  const { id } = await send('POST', '/v1/instances?project=web', {
    name: 'web1',
    description: '',
    hostname: 'web1',
    ncpus: 1,
    memory: GIB,
    boot_disk: { type: 'attach', name: 'boot' },
    start: false,
  })
  return id as string
}

async function until<T>(look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await sleep(5)
  }
}

const hasOutput = (log: string) => existsSync(log) && statSync(log).size > 0
const stateIs = (server: Server, state: string) =>
  until(async () => (await must(server, 'GET', '/v1/instances/web1?project=web')).run_state === state)

/** Milliseconds from the answer of the API to the first output. The folder is that of the start. */
async function throughApi(server: Server): Promise<{ ms: number; folder: string }> {
  await must(server, 'POST', '/v1/instances/web1/start?project=web')
  const begun = performance.now()
  const folders = join(server.data, 'machines')
  const folder = await until(() => readdirSync(folders).find((name) => hasOutput(join(folders, name, 'console.log'))))
  return { ms: performance.now() - begun, folder: join(folders, folder) }
}

async function stopThroughApi(server: Server): Promise<void> {
  await must(server, 'POST', '/rackwright/instances/web1/force-stop?project=web')
  await stateIs(server, 'stopped')
  await until(() => readdirSync(join(server.data, 'machines')).length === 0)
}

/** Median milliseconds from a key to its echo. */
async function echoes(type: (key: string) => void, onText: (listener: (text: string) => void) => void) {
  let seen = ''
  onText((text) => (seen += text))
  const times: number[] = []
  for (let n = 0; n < KEYS; n++) {
    seen = ''
    const begun = performance.now()
    type('x')
    while (!seen.includes('x')) await new Promise((resolve) => setImmediate(resolve))
    times.push(performance.now() - begun)
    await sleep(20)
  }
  return median(times)
}

async function echoThroughApi(server: Server): Promise<number> {
  const url = `${server.url.replace('http', 'ws')}/rackwright/instances/web1/serial-console?project=web&most_recent=0`
  const socket = new WebSocket(url, { headers: { cookie: server.cookie() } })
  await new Promise((resolve) => socket.once('open', resolve))
  const listen = (listener: (text: string) => void) =>
    socket.on('message', (data: Buffer, isBinary) => isBinary && listener(data.toString()))
  // the server listens once it has looked at the instance
  await sleep(500)
  const ms = await echoes((key) => socket.send(Buffer.from(key)), listen)
  socket.close()
  return ms
}

async function echoOnSocket(path: string): Promise<number> {
  const socket = connect(path)
  await new Promise((resolve) => socket.once('connect', resolve))
  const ms = await echoes(
    (key) => socket.write(key),
    (listener) => socket.on('data', (data) => listener(data.toString())),
  )
  socket.destroy()
  return ms
}

/** Seconds of processor time of a process and of all its children, those that have ended and those that go on. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const own = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) / 100
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + cpuSeconds(Number(child)), own)
}

const problem = whyNoDaemon()
if (problem) process.stdout.write(`\nReal machines were not measured: ${problem}\n`)
else {
  // before the server starts: building it takes so long that an idle connection would end
  const image = starterImage()
  const daemon = await startTestDaemon()
  const server = await startBench({ options: ['--machines', daemon.uri] })
  const virsh = (...args: string[]) => execFileSync('virsh', ['-q', '-c', daemon.uri, ...args], { encoding: 'utf8' })
  try {
    const id = await prepare(server, image)
    const api: number[] = []
    const alone: number[] = []
    let echo = { api: 0, alone: 0 }
    const copy = join(server.data, 'alone')
    const definition = join(server.data, 'alone.xml')
    for (let round = 0; round < ROUNDS; round++) {
      const { ms, folder } = await throughApi(server)
      api.push(ms)
      if (round === 0) {
        await until(() => readFileSync(join(folder, 'console.log'), 'utf8').includes('root@web1'))
        echo = { api: await echoThroughApi(server), alone: await echoOnSocket(join(folder, 'tty')) }
        // the same machine under another name, with files of its own
        cpSync(folder, copy, { recursive: true, filter: (source) => !statSync(source).isSocket() })
        const xml = virsh('dumpxml', '--inactive', `rackwright-${id}`)
        const renamed = xml.replace(/<uuid>.*<\/uuid>/, '').replace(`<name>rackwright-${id}`, '<name>alone')
        writeFileSync(definition, renamed.replaceAll(folder, copy))
      }
      await stopThroughApi(server)
      if (round === 0) virsh('define', definition)
      writeFileSync(join(copy, 'console.log'), '')
      const begun = performance.now()
      virsh('start', 'alone')
      await until(() => hasOutput(join(copy, 'console.log')))
      alone.push(performance.now() - begun)
      virsh('destroy', 'alone')
    }
    for (let n = 0; n < DOMAINS; n++) {
      const os = '<os><type arch="x86_64">hvm</type></os>'
      writeFileSync(definition, `<domain type="qemu"><name>idle-${n}</name><memory>65536</memory>${os}</domain>`)
      virsh('define', definition)
    }
    await sleep(5000)
    const before = cpuSeconds(server.pid!)
    await sleep(IDLE_MS)
    const idle = ((cpuSeconds(server.pid!) - before) / (IDLE_MS / 1000)) * 100
    report('Real machines, beside virsh and sockets alone', [
      { what: 'virsh alone: from the start to the first output', measured: median(alone) / 1000, unit: ' s' },
      {
        what: 'through the API, more than that',
        measured: (median(api) - median(alone)) / 1000,
        atMost: 1.5,
        unit: ' s',
      },
      { what: 'socket alone: echo of the serial console', measured: echo.alone, unit: ' ms' },
      { what: 'through the API, more than that', measured: echo.api - echo.alone, atMost: 20, unit: ' ms' },
      { what: `idle server with ${DOMAINS} domains defined, of a core`, measured: idle, atMost: 5, unit: ' %' },
    ])
  } finally {
    await server.stop()
    await daemon.remove()
  }
}
