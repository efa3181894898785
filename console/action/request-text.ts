// A request as text. It is captured from the client itself, so it matches what the button sends; secrets are masked.
import { makeClient } from '#contract/client.ts'
import { commandFor, commandText } from '#contract/command.ts'
import { factsOf, type OperationId } from '#contract/operations.ts'
import { masked } from '#contract/secrets.ts'

export interface ApiRequest {
  operation: OperationId
  params: object
}

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
  // the client sends synchronously; it throws for an incomplete path
  client(operation, params).catch(() => undefined)
  return captured
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const INCOMPLETE = '# fill in the form first'

export function asCurl(operation: OperationId, params: object): string {
  const call = capture(operation, params)
  if (!call) return INCOMPLETE
  const lines = [
    `curl -X ${call.method} ${quoted(location.origin + call.url)}`,
    `-H "Authorization: Bearer $RACKWRIGHT_TOKEN"`,
  ]
  if (factsOf[operation].encoding === 'bytes') {
    lines.push(`-H 'Content-Type: application/octet-stream'`, '--data-binary @FILE')
  } else if (call.body !== undefined) {
    const json = call.body.startsWith('{') ? JSON.stringify(masked(JSON.parse(call.body)), null, 2) : call.body
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(json)}`)
  }
  return lines.join(' \\\n  ')
}

/** For the command line client. */
export function asCommand(operation: OperationId, params: object): string {
  const command = commandFor(operation, params)
  return command ? commandText(command) : INCOMPLETE
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
