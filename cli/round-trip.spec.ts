// The command printed for a call sends the same call, for any call of any operation.
import { Readable } from 'node:stream'
import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { commandFor, commandOf, commandText, PROGRAM } from '#contract/command.ts'
import type { Operation, Shape } from '#contract/define.ts'
import { factsOf, operations, type OperationId } from '#contract/operations.ts'
import { isSecret } from '#contract/secrets.ts'
import { parse } from './args.ts'
import { commands, findCommand } from './commands.ts'
import { GLOBAL } from './help.ts'
import type { Io } from './io.ts'
import { optionsOf } from './operation.ts'
import { describe as describeOperation, jsonOf, type Json } from './options-of.ts'
import { requestOf } from './request.ts'

const all = (Object.keys(operations) as OperationId[]).filter((operation) => !factsOf[operation].websocket)

const text = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom('web', '--name', '-', 'null', 'true', '12', "it's $HOME", 'a\nb', '{"a":1}', '[]', '=', '--'),
)

/** Values that match the schema's shape; the server need not accept them. */
function arbitraryOf(json: Json): Arbitrary<unknown> {
  const variants = json.anyOf ?? json.oneOf
  if (variants) return fc.oneof(...variants.map(arbitraryOf))
  if (Array.isArray(json.type)) return fc.oneof(...json.type.map((type) => arbitraryOf({ ...json, type })))
  if (json.const !== undefined) return fc.constant(json.const)
  if (json.enum) return fc.constantFrom(...json.enum)
  switch (json.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.integer()
    case 'array':
      return fc.array(arbitraryOf(json.items ?? {}), { maxLength: 3 })
    case 'object':
      return objectOf(json)
    default:
      return text
  }
}

function objectOf({ properties = {}, required = [] }: Json): Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, json]) => [name, arbitraryOf(json)]))
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
}

const pathOf = (shape: Shape = {}) =>
  fc.record(
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => [
        name,
        arbitraryOf(jsonOf(schema)).filter((value) => value !== ''),
      ]),
    ),
  )

interface Call {
  path: object
  query: Record<string, unknown>
  body?: unknown
}

function callsOf(operation: OperationId): Arbitrary<Call> {
  const row: Operation = api[operation]
  const isBytes = factsOf[operation].encoding === 'bytes'
  // query values; the client sets the paging parameters itself
  const query = queryOf(row)
  const body: Arbitrary<object> = isBytes
    ? fc.uint8Array().map((bytes) => ({ body: Buffer.from(bytes) }))
    : row.body
      ? arbitraryOf(jsonOf(row.body)).map((value) => ({ body: value }))
      : fc.constant({})
  return fc
    .tuple(pathOf(row.path), query, body)
    .map(([path, given, rest]) => ({ path, query: given as Record<string, unknown>, ...rest }))
}

function queryOf(row: Operation): Arbitrary<unknown> {
  const shape = Object.entries(row.query ?? {}).filter(([name]) => !(row.paginated && name === 'limit'))
  const fields = Object.fromEntries(shape.map(([name, schema]) => [name, arbitraryOf(withoutNull(jsonOf(schema)))]))
  const requiredKeys = shape
    .filter(([name, schema]) => schema._zod.optin === undefined || (row.firstPage ?? []).includes(name))
    .map(([name]) => name)
  return fc.record(fields, { requiredKeys })
}

function withoutNull(json: Json): Json {
  if (Array.isArray(json.type)) return { ...json, type: json.type.filter((type) => type !== 'null') }
  return json.anyOf ? { ...json, anyOf: json.anyOf.filter(({ type }) => type !== 'null') } : json
}

/** The input for the printed command, which does not contain secrets. */
function stdinOf(args: readonly string[], body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  if (args.includes('--json-body')) return Buffer.from(JSON.stringify(body))
  const fields = Object.entries((body ?? {}) as Record<string, unknown>)
  const names = fields.map(([name]) => name)
  const secret = fields.find(([name, value]) => isSecret(name, names) && value !== null)?.[1]
  if (Array.isArray(secret)) return Buffer.from(`${String(secret[0])}\n`)
  const value = typeof secret === 'object' ? (secret as { value: string }).value : secret
  return Buffer.from(`${String(value ?? '')}\n`)
}

async function parsed(args: readonly string[], stdin: Uint8Array) {
  const end = args.findIndex((arg) => arg.startsWith('-'))
  const words = end === -1 ? args : args.slice(0, end)
  const operation = all.find((each) => commandOf(each) === words.join(' '))!
  const found = findCommand(words)
  expect([found?.command.words, found?.rest]).toEqual([words.join(' '), []])
  const { given, positionals } = parse(end === -1 ? [] : args.slice(end), [...optionsOf(operation), ...GLOBAL])
  expect(positionals).toEqual([])
  const io = { stdin: Readable.from([stdin]) } as unknown as Io
  return requestOf(describeOperation(operation), given, io)
}

/** As in a URL. */
const asText = (value: object) => Object.fromEntries(Object.entries(value).map(([name, each]) => [name, String(each)]))

describe('the command of a call sends the call', () => {
  test.each(all)('%s', async (operation) => {
    await fc.assert(
      fc.asyncProperty(callsOf(operation), async (call) => {
        const { args } = commandFor(operation, call)!
        const [program, ...rest] = args
        expect(program).toBe(PROGRAM)
        const sent = await parsed(rest, stdinOf(args, call.body))
        expect(asText(sent.path!)).toEqual(asText(call.path))
        expect(asText(sent.query!)).toEqual(asText(call.query))
        expect(sent.body).toEqual(call.body)
      }),
      { numRuns: 12 },
    )
  })
})

test('commands are unique', () => {
  const words = commands.map((command) => command.words.replaceAll(/[ -]/g, '_'))
  expect(words.length).toBeGreaterThan(250)
  expect(new Set(words).size).toBe(words.length)
})

test('no option of an operation clashes with a global option', () => {
  const taken = new Set(GLOBAL.map(({ name }) => name))
  for (const operation of all) {
    const names = optionsOf(operation).map(({ name }) => name)
    expect([operation, names.filter((name) => taken.has(name))]).toEqual([operation, []])
    expect(new Set(names).size).toBe(names.length)
  }
})

test('names read as noun and verb', () => {
  expect(commandOf('instance_list')).toBe('instance list')
  expect(commandOf('floating_ip_attach')).toBe('floating-ip attach')
  expect(commandOf('vpc_router_route_create')).toBe('vpc-router-route create')
  expect(commandOf('current_user_ssh_key_list')).toBe('current-user ssh-key list')
  expect(commandOf('instance_external_ip_list')).toBe('instance external-ip list')
  expect(commandOf('instance_ephemeral_ip_attach')).toBe('instance ephemeral-ip attach')
  expect(commandOf('vpc_firewall_rules_view')).toBe('vpc firewall-rules view')
  expect(commandOf('login_local')).toBe('session login local')
})

test('a command as text for a shell', () => {
  const flat = commandFor('project_create', { body: { name: 'web', description: "it's" } })!
  expect(commandText(flat)).toBe(`rackwright project create \\\n  --name web \\\n  --description 'it'\\''s'`)
  const deep = commandFor('disk_create', {
    query: { project: 'web' },
    body: { name: 'd', diskSource: { type: 'blank' } },
  })!
  expect(commandText(deep)).toBe(
    `rackwright disk create \\\n  --project web \\\n  --json-body - <<'JSON'\n{\n  "name": "d",\n  "disk_source": {\n    "type": "blank"\n  }\n}\nJSON`,
  )
  expect(commandFor('project_update', { body: {} })).toBeUndefined()
})

test('the command contains no secrets', () => {
  const user = commandFor('local_idp_user_create', {
    query: { silo: 's' },
    body: { externalId: 'bob', password: { mode: 'password', value: 'hunter2' } },
  })!
  expect(user.args.slice(-2)).toEqual(['--password-file', '-'])
  const silo = commandFor('silo_create', { body: { name: 's', tlsCertificates: [{ key: 'hunter2' }] } })!
  expect(JSON.stringify([user, silo])).not.toContain('hunter2')
})
