// Help, usage errors and exit codes, formats, hosts and profiles, completion.
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from './commands.ts'
import { EXIT } from './failure.ts'
import { answering, homeEnv, rackwright, scratch, serve } from './testing.ts'

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

test('help says in one sentence what a command does', async () => {
  const { out } = await rackwright(['disk', '--help'])
  expect(out).toMatch(/^ {2}disk list +List the disks of a project\.$/m)
  expect(out).toMatch(/^ {2}disk import +Create a disk with the content of a file\.$/m)
  const one = await rackwright(['disk', 'list', '--help'])
  expect(one.out).toContain('\nList the disks of a project.\nGET /v1/disks\n')
  for (const { summary } of commands) expect(summary).toMatch(/^[A-Z][^.]*\.$/)
  expect(new Set(commands.map(({ summary }) => summary)).size).toBe(commands.length)
})

const usageOf = async (...words: string[]) => (await rackwright([...words, '--help'])).out.split('\n')[0]

test('the ID of an operation is its command too, but the plain name of a command comes first', async () => {
  expect(await usageOf('login', 'local')).toBe('Usage: rackwright session login local [options]')
  expect(await usageOf('login')).toBe('Usage: rackwright login HOST [options]')
  expect(await usageOf('login', 'rack.example')).toBe('Usage: rackwright login HOST [options]')
  expect(await usageOf('logout')).toBe('Usage: rackwright logout [options]')
  expect(await usageOf('instance', 'ephemeral', 'ip', 'attach')).toBe(
    'Usage: rackwright instance ephemeral-ip attach [options]',
  )
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
    [['login', 'ftp://x'], 'ftp://x is not an http or https address'],
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

  test('a profile without a token, or with one that has ended, says how to log in', async () => {
    const { env, url } = await answering(401, { message: 'credentials missing or invalid', request_id: 'r-1' })
    const out = await rackwright(['project', 'list'], { env })
    expect(out).toEqual({
      code: EXIT.refused,
      out: '',
      err: `rackwright: not logged in: run \`rackwright login ${url}\`\nRequest ID: r-1\n`,
    })
    const ended = await rackwright(['project', 'list'], { env: { ...env, RACKWRIGHT_TOKEN: 't' } })
    expect(ended.err).toContain(`credentials missing or invalid; to log in again, run \`rackwright login ${url}\``)
    const plain = await rackwright(['api', 'GET', '/v1/me'], { env })
    expect(plain.err).toContain('rackwright login')
    // a wrong password is no reason to log in to the host
    const local = ['session', 'login', 'local', '--silo-name', 's', '--username', 'u', '--password-file', '-']
    expect((await rackwright(local, { env, stdin: 'x' })).err).toMatch(/^rackwright: credentials missing or invalid\n/)
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

  test('logout revokes and forgets the token, and profiles can be selected and deleted', async () => {
    const { env, file, url, asked } = await loggedIn()
    const name = new URL(url).host
    expect((await rackwright(['login', url, '--token-stdin', '--as', 'two'], { env, stdin: 'other' })).code).toBe(0)
    expect((await rackwright(['profile', 'use', name], { env })).code).toBe(EXIT.ok)
    expect((await rackwright(['logout'], { env })).out).toBe(`Logged out of ${url}.\n`)
    expect(readFileSync(file, 'utf8')).not.toContain('secret-token')
    expect(asked.at(-1)).toEqual({ url: '/v1/logout', authorization: 'Bearer secret-token' })
    expect((await rackwright(['logout'], { env })).code).toBe(EXIT.other)
    expect((await rackwright(['profile', 'delete', 'two'], { env })).code).toBe(EXIT.ok)
    expect(readFileSync(file, 'utf8')).not.toContain('other')
    expect((await rackwright(['profile', 'use', 'two'], { env })).code).toBe(EXIT.notFound)
    writeFileSync(file, '{')
    expect((await rackwright(['whoami'], { env })).err).toContain('not valid JSON')
  })
})

test('logout forgets the token of a host that is away, and says so', async () => {
  const env = homeEnv(scratch())
  const url = await serve((request, response) => {
    if (request.url === '/v1/logout') return void request.socket.destroy()
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"display_name":"ada","silo_name":"acme"}')
  })
  await rackwright(['login', url, '--token-stdin'], { env, stdin: 'secret-token\n' })
  const { code, out, err } = await rackwright(['logout'], { env })
  expect([code, out]).toEqual([EXIT.ok, `Logged out of ${url}.\n`])
  expect(err).toContain('the token may still be valid')
  expect((await rackwright(['logout'], { env })).err).toContain('not logged in')
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
