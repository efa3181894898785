// Help, usage errors and exit codes, formats, hosts and profiles, completion.
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { commands } from './commands.ts'
import { EXIT } from './failure.ts'
import { asTable } from './output.ts'
import { homeEnv, rackwright, scratch } from './testing.ts'
import { toYaml } from './yaml.ts'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Answers every request with this and records the requests. */
async function answering(status: number, body: unknown) {
  const asked: { url: string | undefined; authorization: string | undefined }[] = []
  const url = await serve((request, response) => {
    asked.push({ url: request.url, authorization: request.headers.authorization })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return { url, asked }
}

describe('help', () => {
  test.each(commands.map(({ words }) => words))('%s --help', async (words) => {
    const { code, out, err } = await rackwright([...words.split(' '), '--help'])
    expect([code, err]).toEqual([EXIT.ok, ''])
    expect(out).toContain(`Usage: rackwright ${words}`)
    expect(out).not.toContain('undefined')
  })

  test('names the nouns, and a noun names its commands', async () => {
    const main = await rackwright(['--help'])
    expect([main.code, main.err]).toEqual([EXIT.ok, ''])
    expect(main.out).toMatch(/\bfloating-ip\b/)
    const noun = await rackwright(['floating-ip', '--help'])
    expect(noun.out).toContain('floating-ip attach')
    expect((await rackwright(['help', 'floating', 'ip', 'attach'])).out).toContain('--kind')
    expect((await rackwright(['-h'])).out).toBe(main.out)
    expect((await rackwright([])).code).toBe(EXIT.ok)
    expect((await rackwright(['--version'])).out).toBe('1.2.3\n')
  })
})

describe('wrong usage', () => {
  test.each([
    [['instnce', 'list'], 'did you mean instance list'],
    [['floating-ip'], 'needs a verb'],
    [['project', 'list', 'web'], 'takes no web'],
    [['project', 'create', '--name', 'web'], 'missing: --description'],
    [['project', 'create', '--nme', 'web'], 'did you mean --name'],
    [['project', 'list', '-x'], 'unknown option -x'],
    [['project', 'view', '--project'], '--project needs a value'],
    [['project', 'view', '--project', '--format', 'json'], '--project needs a value'],
    [['project', 'view', '--project', 'a', '--project', 'b'], 'more than once'],
    [['project', 'view', '--project='], '--project is empty'],
    [['instance', 'list'], 'missing: --project'],
    [['project', 'list', '--format', 'xml'], 'one of table, json, yaml'],
    [['project', 'list', '--limit', 'many'], '--limit must be a number'],
    [['project', 'list', '--profile', 'nope'], 'no profile nope'],
    [['project', 'list', '--ca-file', '/does/not/exist'], 'certificate authority'],
    [['api', 'GET', '//elsewhere.example/v1/me'], 'begins with one slash'],
    [
      ['disk', 'create', '--disk-source', '{', '--project', 'p', '--name', 'n', '--description', '', '--size', '1GiB'],
      'not valid JSON',
    ],
    [['login'], 'which host'],
    [['completion', 'tcsh'], 'bash, zsh, fish'],
  ])('%s', async (args, message) => {
    const env = { ...homeEnv(scratch()), RACKWRIGHT_URL: 'http://127.0.0.1:9' }
    const { code, out, err } = await rackwright(args, { env })
    expect([code, out]).toEqual([EXIT.usage, ''])
    expect(err).toContain(message)
  })

  test('a missing host is wrong usage', async () => {
    const { code, err } = await rackwright(['project', 'list'])
    expect([code, err]).toEqual([EXIT.usage, expect.stringContaining('rackwright login HOST')])
  })
})

describe('exit codes', () => {
  test.each([
    [400, EXIT.refused],
    [403, EXIT.refused],
    [404, EXIT.notFound],
    [409, EXIT.refused],
    [500, EXIT.other],
  ])('%i ends with %i', async (status, code) => {
    const { url } = await answering(status, { message: 'no such luck', request_id: 'r-1' })
    const env = { ...homeEnv(scratch()), RACKWRIGHT_URL: url }
    const outcome = await rackwright(['project', 'list'], { env })
    expect(outcome).toEqual({ code, out: '', err: 'rackwright: no such luck\nRequest ID: r-1\n' })
  })

  test('an unreachable host exits with 5', async () => {
    const env = { ...homeEnv(scratch()), RACKWRIGHT_URL: 'http://127.0.0.1:9' }
    const { code, err } = await rackwright(['project', 'list'], { env })
    expect([code, err]).toEqual([EXIT.unreachable, expect.stringContaining('cannot reach http://127.0.0.1:9')])
  })

  test('a page instead of JSON is reported', async () => {
    const url = await serve((_request, response) => void response.end('<!doctype html>'))
    const env = { ...homeEnv(scratch()), RACKWRIGHT_URL: url }
    const { code, err } = await rackwright(['project', 'list'], { env })
    expect([code, err]).toEqual([EXIT.other, expect.stringContaining('is this the address of the API')])
  })
})

const names = (out: string) => (JSON.parse(out) as { name: string }[]).map(({ name }) => name)

/** Seven projects, three to a page. */
async function pages() {
  const asked: string[] = []
  const url = await serve((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x')
    asked.push(searchParams.toString())
    const from = Number(searchParams.get('page_token') ?? 0)
    const to = Math.min(7, from + Math.min(3, Number(searchParams.get('limit'))))
    const items = Array.from({ length: to - from }, (_, index) => ({ name: `p${from + index}`, id: 'x' }))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ items, next_page: to < 7 ? String(to) : null }))
  })
  return { asked, env: { ...homeEnv(scratch()), RACKWRIGHT_URL: url } }
}

describe('lists', () => {
  test('follow pages to the end, or to the limit', async () => {
    const { env, asked } = await pages()
    expect(names((await rackwright(['project', 'list', '--format=json'], { env })).out)).toHaveLength(7)
    expect(asked).toHaveLength(3)
    const some = await rackwright(['project', 'list', '--format=json', '--limit', '4'], { env })
    expect(names(some.out)).toEqual(['p0', 'p1', 'p2', 'p3'])
    const rest = await rackwright(['--format', 'json', 'project', 'list', '--page-token', '5'], { env })
    expect(names(rest.out)).toEqual(['p5', 'p6'])
  })

  test('are printed as a table by default', async () => {
    const { env } = await pages()
    expect((await rackwright(['project', 'list', '--limit', '2'], { env })).out).toBe('NAME  ID\np0    x\np1    x\n')
    expect((await rackwright(['project', 'list', '--limit', '1', '--format', 'yaml'], { env })).out).toBe(
      '- name: p0\n  id: x\n',
    )
  })
})

test('a name in a table cannot move the cursor', () => {
  expect(asTable([{ name: 'a\u001b[2Jb\n' }])).toBe('NAME\na [2Jb\n')
})

test('YAML round-trips', () => {
  const value = { a: 'yes', b: 'plain text', c: [1, { d: null, e: [] }], f: {}, g: '.5', h: '', i: 'x: y', j: [[1]] }
  expect(toYaml(value)).toBe(
    'a: "yes"\nb: plain text\nc:\n  - 1\n  - d: null\n    e: []\nf: {}\ng: ".5"\nh: ""\ni: "x: y"\nj:\n  - - 1\n',
  )
})

describe('hosts and tokens', () => {
  const me = { display_name: 'ada', silo_name: 'acme', id: 'u' }

  async function loggedIn() {
    const { url, asked } = await answering(200, me)
    const folder = scratch()
    const env = homeEnv(folder)
    const { code, out } = await rackwright(['login', url, '--token-stdin'], { env, stdin: 'secret-token\n' })
    expect([code, out]).toEqual([EXIT.ok, `Logged in to ${url} as ada (silo acme).\n`])
    return { url, asked, folder, env, file: join(folder, 'rackwright/profiles.json') }
  }

  test('a token is readable only by its owner and sent only to its host', async () => {
    const { env, file, asked, url } = await loggedIn()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    chmodSync(file, 0o644)
    const { code, out } = await rackwright(['whoami'], { env })
    expect(code).toBe(EXIT.ok)
    expect(out).toContain(url)
    expect(asked.at(-1)).toEqual({ url: '/v1/me', authorization: 'Bearer secret-token' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const list = await rackwright(['profile', 'list', '--format', 'json'], { env })
    expect(list.out).not.toContain('secret-token')
  })

  test('a stored token never goes to another host', async () => {
    const { env } = await loggedIn()
    const other = await answering(200, me)
    await rackwright(['whoami'], { env: { ...env, RACKWRIGHT_URL: other.url } })
    expect(other.asked).toEqual([{ url: '/v1/me', authorization: undefined }])
    await rackwright(['whoami'], { env: { ...env, RACKWRIGHT_URL: other.url, RACKWRIGHT_TOKEN: 'mine' } })
    expect(other.asked.at(-1)?.authorization).toBe('Bearer mine')
  })

  test('logout deletes the token, and profiles can be selected and deleted', async () => {
    const { env, file, url } = await loggedIn()
    const name = new URL(url).host
    expect((await rackwright(['login', url, '--token-stdin', '--as', 'two'], { env, stdin: 'other' })).code).toBe(0)
    expect((await rackwright(['profile', 'use', name], { env })).code).toBe(EXIT.ok)
    expect((await rackwright(['logout'], { env })).out).toBe(`Logged out of ${url}.\n`)
    expect(readFileSync(file, 'utf8')).not.toContain('secret-token')
    expect((await rackwright(['logout'], { env })).code).toBe(EXIT.other)
    expect((await rackwright(['profile', 'delete', 'two'], { env })).code).toBe(EXIT.ok)
    expect(readFileSync(file, 'utf8')).not.toContain('other')
    expect((await rackwright(['profile', 'use', 'two'], { env })).code).toBe(EXIT.notFound)
    writeFileSync(file, '{')
    expect((await rackwright(['whoami'], { env })).err).toContain('not valid JSON')
  })
})

const complete = async (...words: string[]) => (await rackwright(['__complete', ...words])).out.split('\n').slice(0, -1)

describe('completion', () => {
  test('completes commands, options and choices', async () => {
    expect(await complete('floa')).toEqual(['floating-ip'])
    expect(await complete('floating-ip', 'at')).toEqual(['attach'])
    expect(await complete('instance', 'serial', '')).toEqual(['console', 'history'])
    expect(await complete('project', 'create', '--na')).toEqual(['--name'])
    expect(await complete('project', 'list', '--format', '')).toEqual(['json', 'table', 'yaml'])
    expect(await complete('project', 'create', '--name', '')).toEqual([])
  })

  test.each(['bash', 'zsh', 'fish'])('a script for %s', async (shell) => {
    const { code, out } = await rackwright(['completion', shell])
    expect([code, out]).toEqual([EXIT.ok, expect.stringContaining('rackwright __complete')])
  })
})
