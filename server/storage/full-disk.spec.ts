// A server whose file system is really full: people can sign in, and delete what fills it. Needs the right to mount, so it runs where
// the tests run as root.
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bind, type Bound } from '../http/listen.ts'
import { makePages } from '../http/pages.ts'
import { makeLog } from '../log.ts'
import { construct } from '../main.ts'
import { type Options, readOptions } from '../options.ts'
import { builtConsole } from '../testing.ts'
import { needing } from '../../scripts/needs.mjs'

const PASSWORD = 'correct horse'
const mount = mkdtempSync(join(tmpdir(), 'rackwright-full-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', mount]).status === 0
afterAll(() => {
  if (isMounted) spawnSync('umount', ['--lazy', mount])
  rmdirSync(mount)
})

/** To the last byte. */
function fill(file: string) {
  const handle = openSync(file, 'a')
  for (let size = 2 ** 20; size >= 1;) {
    try {
      writeSync(handle, Buffer.alloc(size))
    } catch {
      size /= 2
    }
  }
  closeSync(handle)
}

const data = join(mount, 'data')
const logged: string[] = []

async function start() {
  const options = readOptions(['--data', data, '--port', '0'], { RACKWRIGHT_ADMIN_PASSWORD: PASSWORD }) as Options
  const log = makeLog({ write: (text) => logged.push(text) })
  const running = await construct(options, makePages(builtConsole()), log)
  const bound = await bind(options)
  bound.serve(running.host)
  return {
    bound,
    async stop() {
      await bound.close()
      await running.stop()
    },
  }
}

const send = ({ url }: Bound, cookie: string, method: string, path: string, body?: unknown) =>
  fetch(url + path, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
const logIn = (server: Bound, password = PASSWORD) =>
  send(server, '', 'POST', '/v1/login/recovery/local', { username: 'admin', password })
const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''

test('people can sign in on a full file system, and the server can start', needing('mount'), async () => {
  const server = await start()
  const cookie = cookieOf(await logIn(server.bound))
  const create = (name: string) => send(server.bound, cookie, 'POST', '/v1/projects', { name, description: '' })
  expect((await create('before')).status).toBe(201)
  const reserve = join(data, 'reserve')
  await expect.poll(() => existsSync(reserve)).toBe(true)

  const filler = join(mount, 'filler')
  fill(filler)
  // takes what the database had allocated but not used, and then the reserve
  for (let n = 0, status = 201; existsSync(reserve) && status === 201; n++) status = (await create(`p${n}`)).status
  const person = await logIn(server.bound)
  expect(person.status).toBe(204)
  expect(existsSync(reserve)).toBe(false)
  expect(logged.join('')).toContain('the reserve was released')
  expect((await logIn(server.bound, 'wrong')).status).toBe(401)
  expect((await send(server.bound, cookieOf(person), 'PUT', '/v1/projects/before', {})).status).toBe(200)
  rmSync(filler)
  await expect.poll(() => existsSync(reserve)).toBe(true)
  await server.stop()

  fill(filler)
  const again = await start()
  expect((await logIn(again.bound)).status).toBe(204)
  await again.stop()
})
