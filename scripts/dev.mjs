// The server with hot reload, in one process: Vite serves the console and also loads the server's sources, so that changes to
// either show at once. Accepts the options of npm start.
import { createServer as createHttp } from 'node:http'
import { join, relative, sep } from 'node:path'
import { createServer as createVite } from 'vite'

const root = join(import.meta.dirname, '..')
const SERVER_ROOMS = new Set(['contract', 'control', 'drivers', 'server'])
const SETTLE = 150

const http = createHttp()
const vite = await createVite({
  configFile: join(root, 'vite.config.ts'),
  mode: 'console',
  appType: 'spa',
  server: { middlewareMode: true, ws: { server: http } },
})
const load = (file) => vite.ssrLoadModule(join(root, 'server', file))

const { readOptions, HELP, BadOption } = await load('options.ts')
const { makeLog } = await load('log.ts')
const log = makeLog()
const options = readOrExit()
let running
let starting = start().catch((error) => exit(error))

http.on('request', async (incoming, outgoing) => {
  await starting
  running.host.listener(incoming, outgoing)
})
http.on('upgrade', async (incoming, socket, head) => {
  // the hot reload's own socket
  if (incoming.headers['sec-websocket-protocol']?.startsWith('vite-')) return
  await starting
  running.host.upgrade(incoming, socket, head)
})

await starting
http.listen(options.port, options.host, async () => {
  const { loginText, welcome } = await load('welcome.ts')
  const { port } = http.address()
  process.stderr.write(welcome(`http://${options.host}:${port}`, options))
  await running.showFirstLogin((login) => process.stderr.write(loginText(login, options)))
})

let settling
vite.watcher.on('all', (_event, file) => {
  const [room] = relative(root, file).split(sep)
  if (!SERVER_ROOMS.has(room) || file.endsWith('.spec.ts')) return
  clearTimeout(settling)
  settling = setTimeout(() => (starting = starting.then(restart)), SETTLE)
})

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end)

async function start() {
  const { construct } = await load('main.ts')
  await running?.stop()
  running = await construct(options, pages, log)
}

async function restart() {
  try {
    await start()
    log.info('the server was reloaded')
  } catch (error) {
    vite.ssrFixStacktrace(error)
    log.error('the server could not be reloaded; it runs on as it was until the next change', { error })
  }
}

function pages(incoming, outgoing) {
  // hot reload needs inline scripts and styles
  outgoing.removeHeader('content-security-policy')
  vite.middlewares(incoming, outgoing, () => outgoing.writeHead(404).end())
}

function readOrExit() {
  try {
    const read = readOptions(process.argv.slice(2), process.env)
    if (read !== 'help') return read
    process.stdout.write(HELP)
    process.exit(0)
  } catch (error) {
    exit(error)
  }
}

function exit(error) {
  process.stderr.write(`rackwright: ${error instanceof BadOption ? error.message : error.stack}\n`)
  process.exit(2)
}

async function end() {
  http.close()
  running?.host.endStreams()
  http.closeAllConnections()
  await vite.close()
  await running?.stop()
  process.exit(0)
}
