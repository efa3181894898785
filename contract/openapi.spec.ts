// Clients are written against the published contract, so our document must not differ from it in any way they can see.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { api } from './api.ts'
import { openapi } from './openapi.ts'
import { nounOf, operations, published } from './operations.ts'
import { isWrite, touches } from './facts.ts'

type Json = Record<string, unknown>

const reference = new URL('../../shared/api/contract.json', import.meta.url)
/** Operations that newer clients know. Where both documents have a schema, this one adds to it. */
const newer = new URL('../../shared/api/newer.json', import.meta.url)

const schemasOf = (document: Json) => (document.components as Json).schemas as Json
const read = (url: URL) => JSON.parse(readFileSync(url, 'utf8')) as Json

function bothReferences(): { paths: Json; schemas: Json } {
  const [first, second] = [normal(read(reference)) as Json, normal(read(newer)) as Json]
  return {
    paths: { ...(first.paths as Json), ...(second.paths as Json) },
    schemas: { ...schemasOf(first), ...schemasOf(second) },
  }
}

/** Normalizes equivalent forms: allOf of a single schema, an enum split into alternatives, list order. */
function normal(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(normal)
  if (typeof node !== 'object' || node === null) return node
  const { tags: _1, 'x-rust-type': _2, description: prose, ...rest } = node as Json
  // a property can be named description; prose is never an object
  const json: Json = typeof prose === 'object' && prose !== null ? { ...rest, description: prose } : rest
  const only = Array.isArray(json.allOf) && json.allOf.length === 1 ? (json.allOf[0] as Json) : undefined
  if (only) return normal({ ...json, allOf: undefined, ...only })
  const out = Object.fromEntries(
    Object.entries(json)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, key === 'enum' ? value : normal(value)]),
  )
  if (Array.isArray(out.oneOf)) {
    const parts = out.oneOf as Json[]
    if (parts.every((part) => Array.isArray(part.enum))) {
      return { type: 'string', enum: parts.flatMap((part) => part.enum).sort() }
    }
    out.oneOf = parts.sort((a, b) => (JSON.stringify(sorted(a)) < JSON.stringify(sorted(b)) ? -1 : 1))
  }
  if (Array.isArray(out.enum)) out.enum = [...out.enum].sort()
  if (Array.isArray(out.required)) out.required = [...out.required].sort()
  if (Array.isArray(out.parameters)) {
    const params = out.parameters as { name: string; required?: boolean }[]
    out.parameters = params
      .map(({ required = false, ...param }) => ({ ...param, required }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }
  return out
}

const sorted = (node: unknown): unknown =>
  typeof node === 'object' && node !== null && !Array.isArray(node)
    ? Object.fromEntries(
        Object.entries(node)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([k, v]) => [k, sorted(v)]),
      )
    : node

test.runIf(existsSync(reference))('our document matches the published contract', () => {
  const theirs = bothReferences()
  const ours = normal(openapi()) as Json
  expect.soft(Object.keys(ours.paths as Json).sort()).toEqual(Object.keys(theirs.paths).sort())
  for (const [path, methods] of Object.entries(theirs.paths)) {
    expect.soft((ours.paths as Json)[path], path).toEqual(methods)
  }
  expect.soft(Object.keys(schemasOf(ours)).sort()).toEqual(Object.keys(theirs.schemas).sort())
  for (const [name, schema] of Object.entries(theirs.schemas)) {
    expect.soft(schemasOf(ours)[name], name).toEqual(schema)
  }
})

test('the operations are those of the snapshot', () => {
  const lines = Object.entries(published).map(([operation, route]) => `${route} ${operation}\n`)
  const snapshot = readFileSync(new URL('operations.snapshot.txt', import.meta.url), 'utf8')
  expect(lines.sort().join('')).toBe(snapshot)
  expect(lines).toHaveLength(270)
})

test('every placeholder of a path is declared, and nothing else is', () => {
  for (const [operation, route] of Object.entries(operations)) {
    const row = api[operation as keyof typeof api] as { path?: Json }
    const names = [...route.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    expect(Object.keys(row.path ?? {}).sort(), operation).toEqual(names.sort())
  }
})

test('a write touches its noun, a read touches nothing', () => {
  expect(touches('project_list')).toEqual([])
  expect(touches('timeseries_query')).toEqual([])
  expect(touches('disk_create')).toEqual([
    'disk',
    'utilization',
    'metric',
    'issue',
    'overview',
    'instance_summary',
    'architecture',
    'protection_policy',
    'activity',
    'instance_clone',
    'instance_rollback',
  ])
  expect(touches('instance_create')).toContain('floating_ip')
  expect(touches('vpc_subnet_update')).toEqual(expect.arrayContaining(['network_map', 'reachability']))
  expect(isWrite('support_bundle_head')).toBe(false)
  for (const operation of Object.keys(operations) as (keyof typeof operations)[]) {
    const touched = touches(operation)
    expect(new Set(touched).size, operation).toBe(touched.length)
    if (touched.length > 0) expect(touched[0]).toBe(nounOf[operation])
  }
})
