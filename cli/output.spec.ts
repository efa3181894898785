// What is printed: tables, JSON and YAML, text of the host that must not control the terminal, and a reader that stops reading.
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Operation } from '#contract/define.ts'
import { GIB } from '#contract/limits.ts'
import { ByteCount } from '#contract/values.ts'
import { EXIT } from './failure.ts'
import { asTable, SIZES } from './output.ts'
import { answering, homeEnv, rackwright, scratch, serve } from './testing.ts'
import { toYaml } from './yaml.ts'

/** Moves the cursor, and turns the direction of the text around. */
const BAD = 'a\u001b[2J\u202egpj.\u2066x\u200f\u061c\u009bb'
// oxlint-disable-next-line no-control-regex -- these are what must not reach a terminal
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

test('a name in a table cannot move the cursor', () => {
  expect(asTable([{ name: 'a\u001b[2Jb\n' }])).toBe('NAME\na [2Jb\n')
  expect(asTable({ name: BAD })).toBe('name  a [2J gpj. x b\n')
})

test.each(['table', 'json', 'yaml'])('no format prints control characters: %s', async (format) => {
  const { env } = await answering(200, { items: [{ name: BAD, deep: [{ [BAD]: 1 }] }] })
  const { code, out } = await rackwright(['project', 'list', '--format', format], { env })
  expect(code).toBe(EXIT.ok)
  expect(out).not.toMatch(CONTROL)
  // the programs that read it get the value as it is
  if (format === 'json') expect(JSON.parse(out)).toEqual([{ name: BAD, deep: [{ [BAD]: 1 }] }])
})

test('messages of the host cannot control the terminal', async () => {
  const refused = await answering(400, { message: BAD, request_id: BAD })
  const { err } = await rackwright(['project', 'list'], { env: refused.env })
  expect(err).toBe('rackwright: a [2J gpj. x b\nRequest ID: a [2J gpj. x b\n')
  const host = await answering(200, { display_name: BAD, silo_name: BAD })
  const login = await rackwright(['login', host.url, '--token-stdin'], { env: host.env, stdin: 't' })
  expect(login.out).toContain('as a [2J gpj. x b (silo')
  expect(login.out).not.toMatch(CONTROL)
})

test('a plain request shows text on a terminal without control characters', async () => {
  const url = await serve((_request, response) => void response.end(`${BAD}\n\tb\r\n`))
  const shown: string[] = []
  const stdout = new Writable({ write: (part, _encoding, done) => (shown.push(String(part)), done()) })
  const env = { ...homeEnv(scratch()), RACKWRIGHT_URL: url }
  await rackwright(['api', 'GET', '/metrics'], { env, stdout: Object.assign(stdout, { isTTY: true }) })
  expect(shown.join('')).toBe('a [2J gpj. x b\n\tb\r\n')
  const { out } = await rackwright(['api', 'GET', '/metrics'], { env })
  expect(out).toBe(`${BAD}\n\tb\r\n`)
})

test('sizes are printed with the unit in which they are typed', async () => {
  const disk = { name: 'd', size: 10 * GIB, block_size: 512, snapshot_id: null }
  expect(asTable([disk])).toBe('NAME  SIZE   BLOCK SIZE\nd     10GiB  512\n')
  expect(asTable({ memory: 1.5 * GIB, storage: 0 })).toBe('memory   1.5GiB\nstorage  0\n')
  expect(asTable({ capacity: { cpus: 4, memory: 2 * GIB, storage: 2 ** 20 } })).toBe(
    'capacity  {"cpus":4,"memory":"2GiB","storage":"1MiB"}\n',
  )
  const { env } = await answering(200, disk)
  const { out } = await rackwright(['disk', 'view', '--disk', 'd', '--project', 'p', '--format', 'json'], { env })
  expect(JSON.parse(out)).toEqual(disk)
})

test('every byte count of a response is printed as a size, and nothing else is', () => {
  const sizes = new Set<string>()
  const others = new Set<string>()
  const visit = (schema: z.core.$ZodType, name: string, seen: readonly unknown[]): void => {
    if (seen.includes(schema)) return
    const def = schema._zod.def as unknown as Record<string, unknown>
    if (schema === ByteCount) sizes.add(name)
    else if (schema instanceof z.ZodObject)
      for (const [field, inner] of Object.entries(schema.shape as z.core.$ZodShape))
        visit(inner, field, [...seen, schema])
    else if (def.type === 'number') others.add(name)
    for (const key of ['innerType', 'element', 'valueType', 'in'])
      if (def[key]) visit(def[key] as z.core.$ZodType, name, [...seen, schema])
    for (const option of (def.options ?? []) as z.core.$ZodType[]) visit(option, name, [...seen, schema])
  }
  for (const { answer } of Object.values<Operation>(api)) if (answer) visit(answer, '', [])
  expect([...sizes].sort()).toEqual([...SIZES].sort())
  // the contract has the memory of an instance on a sled as a plain integer; it is in bytes too
  expect([...others].filter((name) => SIZES.has(name))).toEqual(['memory'])
  expect(others.size).toBeGreaterThan(20)
})

test('an empty list says so, except to programs', async () => {
  const { env } = await answering(200, { items: [] })
  expect(await rackwright(['project', 'list'], { env })).toEqual({
    code: EXIT.ok,
    out: '',
    err: 'The list is empty.\n',
  })
  expect(await rackwright(['project', 'list', '--format', 'json'], { env })).toEqual({
    code: EXIT.ok,
    out: '[]\n',
    err: '',
  })
})

/** Closed by its reader. */
const closed = () =>
  new Writable({
    write: (_part, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
  })

test('a reader that stops reading is no failure', async () => {
  const unhandled: unknown[] = []
  const onUnhandled = (error: unknown) => unhandled.push(error)
  process.on('uncaughtExceptionMonitor', onUnhandled)
  const { env } = await answering(200, { items: [{ name: 'web' }] })
  expect(await rackwright(['project', 'list'], { env, stdout: closed() })).toMatchObject({ code: EXIT.ok, err: '' })
  const url = await serve((_request, response) => void response.end('bundle'))
  const download = ['support-bundle', 'download', '--support-bundle', 'b']
  const at = { env: { ...env, RACKWRIGHT_URL: url }, stdout: closed() }
  expect(await rackwright(download, at)).toMatchObject({ code: EXIT.ok, err: '' })
  expect((await rackwright(['project', 'lis'], { stderr: closed() })).code).toBe(EXIT.usage)
  await new Promise(setImmediate)
  process.off('uncaughtExceptionMonitor', onUnhandled)
  expect(unhandled).toEqual([])
})

test('YAML round-trips', () => {
  const value = { a: 'yes', b: 'plain text', c: [1, { d: null, e: [] }], f: {}, g: '.5', h: '', i: 'x: y', j: [[1]] }
  expect(toYaml(value)).toBe(
    'a: "yes"\nb: plain text\nc:\n  - 1\n  - d: null\n    e: []\nf: {}\ng: ".5"\nh: ""\ni: "x: y"\nj:\n  - - 1\n',
  )
})
