// The options of an operation, read from its schemas. The only file that loads zod, so it is imported when a command needs it.
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Operation } from '#contract/define.ts'
import { isFileField } from '#contract/command.ts'
import { factsOf, type OperationId } from '#contract/operations.ts'
import { isSecret } from '#contract/secrets.ts'
import type { Kind, Option } from './args.ts'

export interface Field extends Option {
  place: 'path' | 'query' | 'body'
  /** its name on the wire */
  field: string
  /** Read from a file or from standard input: a line, a list with one line, a document, JSON, or a new password. */
  file?: 'line' | 'list' | 'document' | 'json' | 'password'
  /** Can be typed on a terminal, without echo. */
  canAsk?: boolean
}

export interface Described {
  fields: Field[]
  /** Query fields required unless a page token is given. */
  firstPage: readonly string[]
  paginated: boolean
  /** The response is not JSON: a download or a stream. */
  raw: boolean
  body: 'none' | 'json' | 'bytes'
}

export interface Json {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Json[]
  oneOf?: Json[]
  items?: Json
  $ref?: string
  minimum?: number
  maxLength?: number
  default?: unknown
  properties?: Record<string, Json>
  required?: string[]
  additionalProperties?: Json | boolean
  nullable?: boolean
}

const known = new Map<OperationId, Described>()

export function describe(operation: OperationId): Described {
  const described = known.get(operation) ?? read(operation)
  known.set(operation, described)
  return described
}

function read(operation: OperationId): Described {
  const row: Operation = api[operation]
  const isBytes = factsOf[operation].encoding === 'bytes'
  const fields = [
    ...Object.entries(row.path ?? {}).map(([name, schema]) => param('path', name, schema)),
    ...Object.entries(row.query ?? {}).map(([name, schema]) => param('query', name, schema)),
    ...(row.body && !isBytes ? bodyFields(jsonOf(row.body)) : []),
  ]
  return {
    fields,
    firstPage: row.firstPage ?? [],
    paginated: row.paginated ?? false,
    raw: row.raw ?? false,
    body: isBytes ? 'bytes' : row.body ? 'json' : 'none',
  }
}

/** The schema as the OpenAPI document has it. */
export function jsonOf(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      const published = z.globalRegistry.get(zodSchema)?.publish
      if (!published) return
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema]
      Object.assign(jsonSchema, published)
    },
  }) as Json
}

function param(place: 'path' | 'query', field: string, schema: z.ZodType): Field {
  const isRequired = place === 'path' || schema._zod.optin === undefined
  return { ...describeField(field, jsonOf(schema), isRequired), place, nullable: false }
}

/** The fields of an object, or of all variants of a union; a field is required when every variant requires it. */
function bodyFields(json: Json): Field[] {
  const variants = json.anyOf ?? json.oneOf ?? [json]
  const names = [...new Set(variants.flatMap((variant) => Object.keys(variant.properties ?? {})))]
  return names.map((name) => {
    const having = variants.flatMap((variant) => variant.properties?.[name] ?? [])
    const isRequired = variants.every((variant) => variant.required?.includes(name) ?? false)
    const merged = having.length > 1 ? mergedOf(having) : (having[0] ?? {})
    const field: Field = { ...describeField(name, merged, isRequired), place: 'body' }
    if (isFileField(name, names)) return fileField(field, formOf(field))
    return holdsSecret(merged) ? fileField(field, 'json') : field
  })
}

function formOf({ kind, field, repeated }: Field): Field['file'] {
  if (repeated) return 'list'
  if (kind === 'json') return 'password'
  return field === 'key' || field === 'cert' ? 'document' : 'line'
}

/** Whether a value of this schema contains a secret, at any depth. */
function holdsSecret({ properties = {}, items, additionalProperties, anyOf = [], oneOf = [] }: Json): boolean {
  const names = Object.keys(properties)
  if (names.some((name) => isSecret(name, names))) return true
  const inner = [...Object.values(properties), ...anyOf, ...oneOf, items, additionalProperties]
  return inner.some((each) => typeof each === 'object' && holdsSecret(each))
}

const mergedOf = (having: readonly Json[]): Json =>
  having.every((each) => each.const !== undefined) ? { enum: having.map((each) => each.const) } : { anyOf: [...having] }

function fileField(field: Field, file: Field['file']): Field {
  const what = `${file === 'json' ? 'JSON of the ' : ''}${field.name.replaceAll('-', ' ')}`
  const canAsk = file === 'line' || file === 'list' || file === 'password'
  return {
    ...field,
    name: `${field.name}-file`,
    kind: 'string',
    value: 'FILE',
    nullable: false,
    repeated: false,
    file,
    canAsk,
    help: `${file === 'document' ? 'PEM file' : 'file'} with the ${what}; - reads standard input${canAsk ? ', or asks on a terminal' : ''}`,
  }
}

function describeField(field: string, json: Json, isRequired: boolean): Omit<Field, 'place'> {
  const variants = variantsOf(json)
  const nullable = variants.some(({ type }) => type === 'null') || 'nullable' in json
  const real = variants.filter(({ type }) => type !== 'null')
  const list = real.length === 1 && real[0]?.type === 'array' ? real[0] : undefined
  const item = list?.items ?? json
  const items = variantsOf(list ? item : json).filter(({ type }) => type !== 'null')
  const kind = kindOf(items)
  const isRepeated = list !== undefined && kind !== 'json'
  const choices = choicesOf(items)
  return {
    field,
    name: field.replaceAll('_', '-'),
    kind: list && !isRepeated ? 'json' : kind,
    ...(choices && { choices }),
    ...(isRequired && { required: true }),
    ...(isRepeated && { repeated: true }),
    ...(nullable && { nullable: true }),
    value: list && !isRepeated ? 'JSON' : valueOf(kind, items),
    help: helpOf(items, list !== undefined && !isRepeated ? 'json' : kind, isRepeated, json.default),
  }
}

function variantsOf(json: Json): Json[] {
  const variants = json.anyOf ?? json.oneOf
  if (variants) return variants.flatMap(variantsOf)
  return Array.isArray(json.type) ? json.type.map((type) => ({ ...json, type: type as string })) : [json]
}

/** References are to names or addresses, which are text. */
const isText = ({ type, $ref, enum: choices, const: only }: Json) =>
  type === 'string' || $ref !== undefined || (choices ?? [only]).every((each) => typeof each === 'string')
const isNumber = ({ type }: Json) => type === 'integer' || type === 'number'

function kindOf(variants: readonly Json[]): Kind {
  if (variants.length === 0) return 'json'
  if (variants.every(isNumber)) return 'number'
  if (variants.every(({ type }) => type === 'boolean')) return 'boolean'
  return variants.every(isText) ? 'string' : 'json'
}

function choicesOf(variants: readonly Json[]): string[] | undefined {
  const choices = variants.flatMap((variant) => variant.enum ?? (variant.const === undefined ? [] : [variant.const]))
  if (choices.length === 0 || variants.some((variant) => !variant.enum && variant.const === undefined)) return undefined
  return choices.map(String)
}

function valueOf(kind: Kind, variants: readonly Json[]): string {
  if (kind === 'json') return 'JSON'
  if (kind === 'number') return 'N'
  if (isNameOrId(variants)) return 'NAME|ID'
  const [format] = variants.flatMap((variant) => variant.format ?? [])
  return { uuid: 'ID', 'date-time': 'TIME', ip: 'IP', ipv4: 'IP', ipv6: 'IP' }[format ?? ''] ?? 'TEXT'
}

const isNameOrId = (variants: readonly Json[]) =>
  variants.length === 2 && variants.some(({ format }) => format === 'uuid') && variants.some(({ $ref }) => $ref)

function helpOf(variants: readonly Json[], kind: Kind, isRepeated: boolean, preset: unknown): string {
  const choices = choicesOf(variants)
  const [format] = variants.flatMap((variant) => variant.format ?? [])
  const [longest] = variants.flatMap((variant) => variant.maxLength ?? [])
  const what = choices
    ? `one of ${choices.join(', ')}`
    : kind === 'json'
      ? 'JSON'
      : kind === 'number'
        ? format === 'uint64'
          ? 'a number; sizes take a unit, as in 10GiB'
          : 'a number'
        : kind === 'boolean'
          ? 'on or off'
          : isNameOrId(variants)
            ? 'name or ID'
            : ({ uuid: 'an ID', 'date-time': 'a time, as in 2026-01-31T12:00:00Z', byte: 'base64' }[format ?? ''] ??
              (format?.startsWith('ip') ? 'an IP address' : 'text'))
  const facts = [
    what,
    ...(longest ? [`at most ${longest} characters`] : []),
    ...(isRepeated ? ['can be repeated'] : []),
    ...(preset === undefined || preset === null || preset === '' ? [] : [`default ${JSON.stringify(preset)}`]),
  ]
  return facts.join('; ')
}
