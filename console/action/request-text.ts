// A request as text. It is taken from the client itself, so it is what the button sends; secrets are masked.
import { makeClient } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'

interface Captured {
  url: string
  method: string
  body: string | undefined
}

type Capture = (operation: OperationId, params: object) => Promise<unknown>

function capture(operation: OperationId, params: object): Captured | undefined {
  let captured: Captured | undefined
  const client = makeClient({
    async fetch(url, { method = 'GET', body }) {
      captured = { url, method, body: typeof body === 'string' ? body : body ? '…' : undefined }
      return new Response('{}')
    },
  }) as unknown as Capture
  // the client asks before it first waits; a path that is not filled in yet is no call
  client(operation, params).catch(() => undefined)
  return captured
}

const secretName = /^(password|private_?key|key|secret|token)$/i
/** A password to set travels as { mode: 'password', value }. */
const isSecret = (key: string, within: object) => secretName.test(key) || (key === 'value' && 'mode' in within)
const mask = '••••••••'

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      isSecret(key, value) && typeof field === 'string' ? mask : masked(field),
    ]),
  )
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

export function asCurl(operation: OperationId, params: object): string {
  const call = capture(operation, params)
  if (!call) return '# fill in the form first'
  const lines = [
    `curl -X ${call.method} ${quoted(location.origin + call.url)}`,
    `-H "Authorization: Bearer $RACKWRIGHT_TOKEN"`,
  ]
  if (call.body !== undefined) {
    const json = call.body.startsWith('{') ? JSON.stringify(masked(JSON.parse(call.body)), null, 2) : call.body
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(json)}`)
  }
  return lines.join(' \\\n  ')
}

export function asTypeScript(operation: OperationId, params: object): string {
  const given = literal(masked(params))
  return [
    `import { makeClient } from './contract/client.ts'`,
    '',
    `const host = ${quotedString(location.origin)}`,
    `const call = makeClient({ fetch, host, token: process.env.RACKWRIGHT_TOKEN })`,
    `await call(${quotedString(operation)}${given === '{}' ? '' : `, ${given}`})`,
  ].join('\n')
}

const quotedString = (text: string) =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`

function literal(value: unknown, indent = ''): string {
  const inner = `${indent}  `
  if (typeof value === 'string') return quotedString(value)
  if (value instanceof Date) return `new Date(${quotedString(value.toISOString())})`
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return `[\n${value.map((item) => `${inner}${literal(item, inner)},\n`).join('')}${indent}]`
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    if (fields.length === 0) return '{}'
    return `{\n${fields.map(([key, field]) => `${inner}${keyText(key)}: ${literal(field, inner)},\n`).join('')}${indent}}`
  }
  return String(value)
}

const keyText = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quotedString(key))
