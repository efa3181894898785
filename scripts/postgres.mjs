// A temporary PostgreSQL for the tests, with its own data directory and port, removed at the end. Needs only Node.
// `node scripts/postgres.mjs` prints a URL and runs until interrupted.
import { execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const MISSING =
  'PostgreSQL was not found: the tests run on it too. Install it (Debian, Ubuntu: apt-get install postgresql; ' +
  'macOS: brew install postgresql) or put initdb and postgres in the PATH.'

/** The folder with initdb and postgres, or undefined. Debian does not put them in the PATH. */
export function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** PostgreSQL refuses to run as root, so root runs it as another user. */
function runAs() {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/**
 * Below the ports that systems give to outgoing connections: one of those, even of a client that retries while the server is
 * down, could take the port before the server does.
 */
const PORTS = { from: 20_000, to: 32_000 }

async function freePort() {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await isFree(port)) return port
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 300,
  shared_buffers: '64MB',
  wal_level: 'minimal',
  max_wal_senders: 0,
}
/** The data of a test does not outlive the run, so it need not reach the disk. */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

async function initialize(bin, data, options) {
  const base = ['-D', data, '-U', 'rackwright', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  const run = (args) => promisify(execFile)(join(bin, 'initdb'), [...base, ...args], options)
  try {
    // a different default collation, so that a column without an explicit one sorts wrong in tests, not in production
    await run(['--locale=C', '--locale-provider=icu', '--icu-locale=en'])
  } catch {
    rmSync(data, { recursive: true, force: true })
    await run(['--locale=C'])
  }
}

function launch(bin, data, port, { isDurable, ...options }) {
  const settings = Object.entries({ ...SETTINGS, ...(!isDurable && NOT_DURABLE) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk) => {
      if (child.ready) return
      said += chunk
      if (!said.includes('ready to accept connections')) return
      child.ready = true
      resolve(child)
    })
    child.on('error', reject)
    child.on('exit', () => reject(new Error(`PostgreSQL did not start:\n${said}`)))
  })
}

const CLEAN = `read -r _
pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
if [ -n "$pid" ]; then
  kill -QUIT "$pid" 2>/dev/null
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
fi
rm -rf "$1"`

/** Cleans up when its input ends, even if this process is killed, so that no server or folder is left behind. */
function cleaner(home) {
  const options = { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: '/' }
  const shell = spawn('sh', ['-c', CLEAN, 'sh', home], options)
  shell.unref()
  shell.stdin.unref()
  return shell
}

/**
 * Resolves to { url, restart, stop }. `url` is the maintenance database; `restart` ends all sessions, calls back while the server
 * is down and starts it again; `stop` ends the server and removes all files.
 */
export async function startPostgres({ isDurable = false } = {}) {
  const bin = findPostgres()
  if (!bin) throw new Error(MISSING)
  const user = runAs()
  const home = mkdtempSync(join(tmpdir(), 'rackwright-postgres-'))
  try {
    if (user.uid !== undefined) chownSync(home, user.uid, user.gid)
    const options = { ...user, cwd: home }
    const data = join(home, 'data')
    await initialize(bin, data, options)
    const port = await freePort()
    let server = await launch(bin, data, port, { ...options, isDurable })
    const shell = cleaner(home)
    return {
      url: `postgres://rackwright@127.0.0.1:${port}/postgres`,
      async restart(whileDown) {
        const gone = new Promise((resolve) => server.once('exit', resolve))
        server.kill('SIGINT')
        await gone
        await whileDown()
        server = await launch(bin, data, port, { ...options, isDurable })
      },
      stop() {
        const ended = new Promise((resolve) => shell.once('exit', resolve))
        shell.ref()
        shell.stdin.end()
        return ended
      },
    }
  } catch (error) {
    rmSync(home, { recursive: true, force: true })
    throw error
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const server = await startPostgres()
  console.log(server.url)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.stop().then(() => process.exit(0)))
}
