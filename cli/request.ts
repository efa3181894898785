// Builds the API call from a command's options.
import { readFileSync } from 'node:fs'
import type { WireCall } from './api.ts'
import { readNumber, textIn, type Given, type Option } from './args.ts'
import { CliError, EXIT, usage } from './failure.ts'
import { readAll, type Io } from './io.ts'
import type { Described, Field } from './options-of.ts'
import { askSecret } from './prompt.ts'

export const JSON_BODY: Option = {
  name: 'json-body',
  kind: 'string',
  value: 'FILE',
  help: 'the body as JSON; - reads standard input. Other options override its fields',
}
export const BODY_FILE: Option = {
  name: 'body-file',
  kind: 'string',
  value: 'FILE',
  help: 'the bytes to send; - reads standard input',
  required: true,
}

export async function requestOf(described: Described, given: Given, io: Io): Promise<WireCall> {
  const { fields, firstPage, body } = described
  const hasBody = given.has('json-body')
  const missing = fields.filter((field) => {
    const isNeeded =
      field.place === 'body'
        ? field.required && !hasBody
        : field.required || (firstPage.includes(field.field) && !given.has('page-token'))
    return isNeeded && !given.has(field.name)
  })
  if (missing.length > 0) throw usage(`missing: ${missing.map(({ name }) => `--${name}`).join(', ')}`)

  const fromInput = [...fields.filter(({ file }) => file), JSON_BODY, BODY_FILE].filter(
    ({ name }) => textIn(given, name) === '-',
  )
  if (fromInput.length > 1)
    throw usage(`only one option can read standard input: ${fromInput.map(({ name }) => `--${name}`).join(', ')}`)

  const call: Required<Pick<WireCall, 'path' | 'query'>> & WireCall = { path: {}, query: {} }
  const fromOptions: Record<string, unknown> = {}
  for (const field of fields) {
    const values = given.get(field.name)
    if (!values) continue
    const value = field.file ? await fileOf(field, given, io) : valueOf(field, values)
    if (field.place === 'path' && value === '') throw usage(`--${field.name} is empty`)
    const into = field.place === 'body' ? fromOptions : call[field.place]
    into[field.field] = value
  }
  if (body === 'bytes') call.body = await bytesOf(given, io)
  if (body === 'json') call.body = merged(hasBody ? await jsonBody(given, io) : {}, fromOptions)
  return call
}

function merged(body: unknown, fields: Record<string, unknown>): unknown {
  if (Object.keys(fields).length === 0) return body
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw usage('options can only override fields of a JSON object')
  return { ...body, ...fields }
}

function valueOf(field: Field, values: readonly (string | boolean | null)[]): unknown {
  if (values[0] === null) return null
  const all = values.map((value) => (typeof value === 'string' ? convert(field, value) : value))
  return field.repeated ? all : all[0]
}

function convert({ name, kind, nullable }: Field, text: string): unknown {
  if (kind === 'number') return nullable && text === '' ? null : readNumber(name, text)
  if (kind !== 'json') return text
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw usage(`--${name} is not valid JSON: ${(error as Error).message}`)
  }
}

async function fileOf(field: Field, given: Given, io: Io): Promise<unknown> {
  const { file: form, name, canAsk } = field
  const file = textIn(given, name) ?? '-'
  const isAsked = file === '-' && io.stdin.isTTY
  if (isAsked && !canAsk) throw usage(`--${name} - reads standard input, which is a terminal: name a file`)
  const text = isAsked ? await askSecret(io, field.field.replaceAll('_', ' ')) : (await contentOf(file, io)).toString()
  if (form === 'json') return secretJson(name, text)
  const value = text.replace(/\r?\n$/, '')
  if (form === 'list') return [value]
  return form === 'password' ? { mode: 'password', value } : value
}

/** Without the parser's message, which quotes the text. */
function secretJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw usage(`the file of --${name} is not valid JSON`)
  }
}

async function bytesOf(given: Given, io: Io): Promise<Uint8Array> {
  const file = textIn(given, BODY_FILE.name)
  if (file === undefined) throw usage(`missing: --${BODY_FILE.name}`)
  return contentOf(file, io)
}

async function jsonBody(given: Given, io: Io): Promise<unknown> {
  const file = textIn(given, JSON_BODY.name) ?? '-'
  const text = (await contentOf(file, io)).toString()
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw usage(`the body is not valid JSON: ${(error as Error).message}`)
  }
}

export async function contentOf(file: string, io: Io): Promise<Buffer> {
  if (file === '-') return readAll(io.stdin)
  try {
    return readFileSync(file)
  } catch (error) {
    throw new CliError(EXIT.usage, `cannot read ${file}: ${(error as Error).message}`)
  }
}
