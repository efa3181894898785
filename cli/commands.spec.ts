// Commands against minimal hosts: waiting, plain requests, private certificate authorities; and commands that the console prints
// without an API call.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { serialConsoleCommand } from '#console/action/cli-command.tsx'
import { uploadCommand } from '#console/features/image/upload-calls.ts'
import { makeAuthority } from '#control/testing/certificates.ts'
import { parse } from './args.ts'
import { findCommand } from './commands.ts'
import type { Config } from './config.ts'
import { EXIT } from './failure.ts'
import { homeEnv, rackwright, scratch, serve } from './testing.ts'

const json = { 'content-type': 'application/json' }

test('waits until the instance has the state, and stops for a failed one', async () => {
  let states: string[] = []
  const url = await serve((_request, response) =>
    response.writeHead(200, json).end(JSON.stringify({ name: 'db1', run_state: states.shift() })),
  )
  const env = { ...homeEnv(scratch()), RACKWRIGHT_URL: url }
  const wait = (...more: string[]) =>
    rackwright(['instance', 'wait', '--project', 'p', '--instance', 'db1', ...more], { env })
  states = ['creating', 'starting', 'running']
  expect(await wait('--state', 'running')).toMatchObject({ code: EXIT.ok, out: expect.stringContaining('running') })
  states = ['starting', 'failed', 'running']
  expect(await wait('--state', 'running')).toMatchObject({ code: EXIT.other, err: expect.stringContaining('failed') })
  states = ['starting', 'starting', 'starting']
  expect((await wait('--state', 'running', '--timeout', '1')).code).toBe(EXIT.other)
  expect((await wait('--state', 'ruining')).code).toBe(EXIT.usage)
})

test('sends any request', async () => {
  const url = await serve((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method, url: path } = request
      response.writeHead(200, json).end(JSON.stringify({ method, path, body: Buffer.concat(parts).toString() }))
    })
  })
  const env = { ...homeEnv(scratch()), RACKWRIGHT_URL: url }
  const { out } = await rackwright(['api', 'post', '/v1/x?y=1', '--json-body', '-', '--format', 'json'], {
    env,
    stdin: '{"a":1}',
  })
  expect(JSON.parse(out)).toEqual({ method: 'POST', path: '/v1/x?y=1', body: '{"a":1}' })
})

test('lists only what has a label', async () => {
  const asked: string[] = []
  const url = await serve((request, response) => {
    asked.push(request.url!)
    const labeled = request.url!.startsWith('/rackwright/labels/')
    const items = labeled ? [{ id: 'b' }, { id: 'c' }] : ['a', 'b', 'c'].map((id) => ({ id, name: `disk-${id}` }))
    response.writeHead(200, json).end(JSON.stringify({ items }))
  })
  const env = { ...homeEnv(scratch()), RACKWRIGHT_URL: url }
  const list = async (...more: string[]) => {
    const { out } = await rackwright(['disk', 'list', '--project', 'web', '--format', 'json', ...more], { env })
    return (JSON.parse(out) as { name: string }[]).map(({ name }) => name)
  }
  expect(await list('--label', 'env=prod')).toEqual(['disk-b', 'disk-c'])
  expect(asked[0]).toBe('/rackwright/labels/disk?project=web&label=env%3Dprod&limit=1000')
  expect(await list('--label', 'env=prod', '--limit', '1')).toEqual(['disk-b'])
  expect(await list()).toHaveLength(3)
  expect((await rackwright(['vpc', 'list', '--project', 'web', '--label', 'x'], { env })).code).toBe(EXIT.usage)
})

test('a private certificate authority is trusted when it is named', async () => {
  const authority = await makeAuthority()
  const { cert, key } = await authority.leaf({ names: ['localhost'] })
  const url = await serve((_request, response) => response.writeHead(200, json).end('{"status":"ok"}'), { cert, key })
  const folder = scratch()
  const file = join(folder, 'ca.pem')
  writeFileSync(file, authority.root)
  const env = { ...homeEnv(folder), RACKWRIGHT_URL: url }
  const refused = await rackwright(['ping'], { env })
  expect([refused.code, refused.err]).toEqual([EXIT.unreachable, expect.stringContaining('--ca-file')])
  expect((await rackwright(['ping', '--ca-file', file], { env })).code).toBe(EXIT.ok)
  expect((await rackwright(['ping'], { env: { ...env, RACKWRIGHT_CA_FILE: file } })).code).toBe(EXIT.ok)
})

test('a profile names the certificate authority whatever the working directory is', async () => {
  const url = await serve((_request, response) => response.writeHead(200, json).end('{"display_name":"ada"}'))
  const folder = scratch()
  const file = join(folder, 'ca.pem')
  writeFileSync(file, (await makeAuthority()).root)
  const given = relative(process.cwd(), file)
  const env = homeEnv(folder)
  expect((await rackwright(['login', url, '--token-stdin', '--ca-file', given], { env, stdin: 't' })).code).toBe(
    EXIT.ok,
  )
  const { profiles } = JSON.parse(readFileSync(join(folder, 'rackwright', 'profiles.json'), 'utf8')) as Config
  expect(profiles[new URL(url).host]?.ca_file).toBe(file)
})

/** The words of a line for a shell; none of these has quotes inside quotes. */
const wordsOf = (line: string) =>
  [...line.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

async function parsed(line: string) {
  const [program, ...words] = wordsOf(line)
  expect(program).toBe('rackwright')
  const end = words.findIndex((word) => word.startsWith('--'))
  const { command, rest } = findCommand(words.slice(0, end))!
  const { given } = parse(words.slice(end), await command.options())
  return { command: command.words, rest, given: Object.fromEntries(given) }
}

test('the command of the serial console dialog exists', async () => {
  expect(await parsed(serialConsoleCommand('web', 'db1').join(' '))).toEqual({
    command: 'instance serial console',
    rest: [],
    given: { project: ['web'], instance: ['db1'] },
  })
})

test('the command of the upload form exists', async () => {
  const image = { name: 'deb', description: '-a b', os: 'Debian', version: '13', blockSize: 4096 } as const
  expect(await parsed(uploadCommand('web', image, 'my disk.raw'))).toEqual({
    command: 'image upload',
    rest: ['my disk.raw'],
    given: {
      project: ['web'],
      name: ['deb'],
      description: ['-a b'],
      os: ['Debian'],
      version: ['13'],
      'block-size': ['4096'],
    },
  })
})
