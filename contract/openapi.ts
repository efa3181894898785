// Generates the OpenAPI document from the table of operations. Its components are the named schemas that published operations use.
import { z } from 'zod'
import { api } from './api.ts'
import { page, type Operation, type Shape } from './define.ts'
import { descriptions } from './descriptions.ts'
import type { Facts } from './operation-row.ts'
import { factsOf, nounOf, published, type OperationId } from './operations.ts'
import * as all from './schemas.ts'

export const apiVersion = '20250212.0.0'

type Json = Record<string, unknown>

const prefix = '#/components/schemas/'
const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType

/** The named schemas, and a page schema for each that is listed. */
function namedSchemas(): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>()
  for (const [name, schema] of Object.entries(all)) {
    if (/^[A-Z]/.test(name) && isSchema(schema)) names.set(schema, name)
  }
  const answers = new Set(Object.values<Operation>(api).map((row) => row.answer))
  for (const [item, name] of Array.from(names)) {
    const pageOfItem = page(item)
    if (answers.has(pageOfItem)) names.set(pageOfItem, `${name}ResultsPage`)
  }
  return names
}

/** Converts schemas to JSON. Zod converts a whole registry at once, so unnamed schemas are added as fields of one object. */
function printer() {
  const names = namedSchemas()
  const rows = Object.entries<Operation>(api).filter(([operation]) => operation in published)
  const used = rows.flatMap(([, row]) => [row.body, row.answer, ...params(row).map(schemaOf)])
  const unnamed = [...new Set(used)].filter((schema) => schema !== undefined && !names.has(schema)) as z.ZodType[]
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  registry.add(z.object(Object.fromEntries(unnamed.entries())), { id: 'unnamed' })

  const { schemas } = z.toJSONSchema(registry, {
    target: 'openapi-3.0',
    io: 'input',
    uri: (id) => `${prefix}${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      // our unions are exclusive
      if (jsonSchema.anyOf) Object.assign(jsonSchema, { oneOf: jsonSchema.anyOf, anyOf: undefined })
      const published = z.globalRegistry.get(zodSchema)?.publish
      if (!published) return
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema]
      Object.assign(jsonSchema, published)
    },
  })
  const { unnamed: rest, ...components } = Object.fromEntries(
    Object.entries(schemas)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, json]) => [id, structured({ ...json, $id: undefined })]),
  )
  const inline = rest?.properties as Record<string, Json>
  const ref = (schema: z.ZodType): Json => {
    const name = names.get(schema)
    return name === undefined ? (inline[unnamed.indexOf(schema)] ?? {}) : { $ref: `${prefix}${name}` }
  }
  return { ref, components }
}

/** Drops undefined values, such as defaults that are deliberately not published. */
const structured = (json: unknown): Json => JSON.parse(JSON.stringify(json)) as Json

interface Param {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: z.ZodType
}

const schemaOf = (param: Param) => param.schema
const isOptional = (schema: z.ZodType) => schema._zod.optin !== undefined
const isWrapped = (schema: z.ZodType) => schema instanceof z.ZodOptional || schema instanceof z.ZodDefault

/** Parameter defaults are not part of the contract. Nullable parameters keep their wrapper, which is published. */
function bare(schema: z.ZodType): z.ZodType {
  if (!isWrapped(schema)) return schema
  const inner = (schema as z.ZodOptional<z.ZodType>).unwrap()
  return inner instanceof z.ZodNullable ? schema : inner
}

const params = (row: Operation): Param[] => [...fields('path', row.path), ...fields('query', row.query)]

function fields(place: 'path' | 'query', shape: Shape = {}): Param[] {
  return Object.entries(shape).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || !isOptional(schema),
    schema: bare(schema),
  }))
}

const encodings = { form: 'application/x-www-form-urlencoded', bytes: 'application/octet-stream' }

function requestBody(
  row: Operation,
  { encoding, optionalBody }: Facts,
  ref: (schema: z.ZodType) => Json,
): Json | undefined {
  if (!row.body && encoding !== 'bytes') return undefined
  const type = encoding ? encodings[encoding] : 'application/json'
  const schema = row.body ? ref(row.body) : { type: 'string', format: 'binary' }
  return { content: { [type]: { schema } }, required: !optionalBody }
}

function responses(row: Operation, ref: (schema: z.ZodType) => Json): Json {
  const failures = { '4XX': { $ref: '#/components/responses/Error' }, '5XX': { $ref: '#/components/responses/Error' } }
  if (row.raw) return { default: { description: '', content: { '*/*': { schema: {} } } } }
  const headers = row.status === 303 && {
    headers: { location: { style: 'simple', required: true, schema: { type: 'string' } } },
  }
  const content = row.answer && { content: { 'application/json': { schema: ref(row.answer) } } }
  return { [row.status]: { description: '', ...headers, ...content }, ...failures }
}

let printed: Json | undefined

/** The whole document, the same for every caller. */
export function openapi(): Json {
  printed ??= print()
  return printed
}

function print(): Json {
  const { ref, components } = printer()
  const paths: Record<string, Json> = {}
  for (const [operationId, route] of Object.entries(published)) {
    const [method = '', path = ''] = route.split(' ')
    const row: Operation = api[operationId as OperationId]
    const facts = factsOf[operationId as OperationId]
    const parameters = params(row).map(({ schema, ...param }) => ({ ...param, schema: ref(schema) }))
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: structured({
        tags: [nounOf[operationId as OperationId].replaceAll('_', ' ')],
        description: descriptions[operationId as OperationId],
        operationId,
        parameters: parameters.length > 0 ? parameters : undefined,
        requestBody: requestBody(row, facts, ref),
        responses: responses(row, ref),
        'x-dropshot-pagination': row.paginated && { required: row.firstPage ?? [] },
        'x-dropshot-websocket': facts.websocket && {},
      }),
    }
  }
  const error = { description: 'Error', content: { 'application/json': { schema: { $ref: `${prefix}Error` } } } }
  return {
    openapi: '3.0.3',
    info: { title: 'Rackwright API', version: apiVersion },
    paths,
    components: { schemas: usedBy([paths, error], components), responses: { Error: error } },
  }
}

/** The components that a document refers to, directly or through others. */
function usedBy(document: unknown, components: Record<string, Json>): Record<string, Json> {
  const used = new Set<string>()
  const visit = (node: unknown): void => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      visit(components[name])
    }
  }
  visit(document)
  return Object.fromEntries(Object.entries(components).filter(([name]) => used.has(name)))
}
