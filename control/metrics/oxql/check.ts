// Checks a query before any read: names, types, and that operations fit their input tables.
import { isIp } from '#contract/ip.ts'
import { invalidRequest, isUuid } from '../../frame/errors.ts'
import { findSchema, type Schema } from '../catalogue.ts'
import { comparisons, type Comparison, type Expression, type Get, type Operation, type Query } from './ast.ts'
import type { DimensionType, FieldType, TableType } from './table.ts'

/** A valid query with the type of every intermediate table. */
export interface CheckedQuery {
  source: { kind: 'get'; schema: Schema; type: TableType } | { kind: 'block'; queries: CheckedQuery[] }
  /** Each with the types of its output tables. */
  operations: { operation: Operation; types: TableType[] }[]
  types: TableType[]
}

export interface CheckOptions {
  /** Only timeseries that belong to a project. */
  projectOnly: boolean
}

export function check(query: Query, options: CheckOptions, isLimited = false): CheckedQuery {
  const bounded = isLimited || query.operations.some(isLimit)
  const source = checkSource(query.source, options, bounded)
  let types = source.kind === 'get' ? [source.type] : source.queries.flatMap((each) => each.types)
  const operations = query.operations.map((operation) => {
    types = apply(operation, types)
    return { operation, types }
  })
  return { source, operations, types }
}

const isLimit = ({ kind }: Operation) => kind === 'filter' || kind === 'first' || kind === 'last'

function checkSource(source: Query['source'], options: CheckOptions, isLimited: boolean): CheckedQuery['source'] {
  if (source.kind === 'block')
    return { kind: 'block', queries: source.queries.map((each) => check(each, options, isLimited)) }
  const schema = schemaOf(source, options)
  if (!isLimited)
    throw invalidRequest(
      `The query reads all of ${schema.name}. Add a filter, for example on \`timestamp\`, or limit it with \`first\` or \`last\`.`,
    )
  return { kind: 'get', schema, type: typeOf(schema) }
}

function schemaOf({ name }: Get, { projectOnly }: CheckOptions): Schema {
  const schema = findSchema(name)
  if (!schema) throw invalidRequest(`Timeseries not found for: ${name}`)
  const has = (field: string) => schema.fields.some((each) => each.name === field)
  if (projectOnly && !(has('project_id') && has('silo_id')))
    throw invalidRequest(`${name} does not belong to a project: it can only be read by \`/v1/system/timeseries/query\``)
  return schema
}

/** Cumulative metrics are read as deltas. */
export function typeOf(schema: Schema): TableType {
  const { datum_type } = schema
  const isDelta = datum_type.startsWith('cumulative_') || datum_type.startsWith('histogram_')
  const type = datum_type.startsWith('histogram_')
    ? 'integer_distribution'
    : datum_type.endsWith('f32') || datum_type.endsWith('f64')
      ? 'double'
      : 'integer'
  const dimension: DimensionType = { metric_type: isDelta ? 'delta' : 'gauge', type }
  const fields = new Map(schema.fields.map((field) => [field.name, field.type]))
  return { name: schema.name, fields, dimensions: [dimension], period: undefined }
}

function apply(operation: Operation, types: TableType[]): TableType[] {
  switch (operation.kind) {
    case 'filter':
      for (const type of types) checkFilter(operation.expression, type)
      return types
    case 'align':
      return types.map((type) => align(type, operation.period))
    case 'group_by':
      return types.map((type) => group(type, operation.fields))
    case 'join':
      return [join(types)]
    default:
      return types
  }
}

function align(type: TableType, period: number): TableType {
  if (type.dimensions.some((each) => each.type === 'integer_distribution'))
    throw invalidRequest(`${type.name} is a distribution: \`mean_within\` can only align numbers`)
  const dimensions = type.dimensions.map((): DimensionType => ({ metric_type: 'gauge', type: 'double' }))
  return { ...type, dimensions, period }
}

function group(type: TableType, names: readonly string[]): TableType {
  if (type.period === undefined) throw invalidRequest('Input tables to a `group_by` must be aligned')
  const unknown = names.filter((name) => !type.fields.has(name))
  if (unknown.length > 0)
    throw invalidRequest(
      `The \`group_by\` refers to fields that its input table "${type.name}" does not have. ` +
        `Invalid identifiers: [${quoted(unknown)}], valid identifiers: [${quoted([...type.fields.keys()])}]`,
    )
  return { ...type, fields: new Map(names.map((name) => [name, type.fields.get(name)!])) }
}

function join(types: readonly TableType[]): TableType {
  const [first] = types
  if (!first || types.length < 2) throw invalidRequest('A `join` needs at least two input tables')
  if (types.some(({ period }) => period === undefined)) throw invalidRequest('Input tables to a `join` must be aligned')
  if (types.some(({ period }) => period !== first.period))
    throw invalidRequest('Input tables to a `join` must be aligned with the same period')
  return {
    name: types.map(({ name }) => name).join(','),
    fields: first.fields,
    dimensions: types.flatMap(({ dimensions }) => dimensions),
    period: first.period,
  }
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

function identifiers(type: TableType): string[] {
  const isDelta = type.dimensions.every((each) => each.metric_type === 'delta')
  const isNumber = type.dimensions.length === 1 && type.dimensions[0]!.type !== 'integer_distribution'
  return [...type.fields.keys(), 'timestamp', ...(isDelta ? ['start_time'] : []), ...(isNumber ? ['datum'] : [])].sort()
}

function checkFilter(expression: Expression, type: TableType): void {
  const compared = comparisons(expression)
  const valid = identifiers(type)
  const invalid = compared.map(({ identifier }) => identifier).filter((name) => !valid.includes(name))
  if (invalid.length > 0)
    throw invalidRequest(
      `The filter expression refers to identifiers that are not valid for its input table "${type.name}". ` +
        `Invalid identifiers: [${quoted([...new Set(invalid)])}], valid identifiers: [${quoted(valid)}]`,
    )
  for (const each of compared) checkComparison(each, type)
}

type Kind = FieldType | 'timestamp' | 'double'

function checkComparison(comparison: Comparison, table: TableType): void {
  const { identifier, operator, literal } = comparison
  const type = kindOf(identifier, table)
  const mismatch = () =>
    invalidRequest(`The filter compares "${identifier}", which has type ${type}, with a value of type ${literal.kind}`)
  if (operator === '~=') {
    if (type !== 'string') throw invalidRequest(`The operator \`~=\` is for strings: "${identifier}" has type ${type}`)
    if (literal.kind !== 'string') throw mismatch()
    return
  }
  if (!fits(type, comparison)) throw mismatch()
  const isOrdered = operator !== '==' && operator !== '!='
  if (isOrdered && (type === 'bool' || type === 'uuid' || type === 'ip_addr'))
    throw invalidRequest(`The operator \`${operator}\` does not apply to "${identifier}", which has type ${type}`)
  if (literal.kind !== 'string' || (type !== 'uuid' && type !== 'ip_addr')) return
  if (!(type === 'uuid' ? isUuid(literal.value) : isIp(literal.value)))
    throw invalidRequest(`The filter compares "${identifier}", which has type ${type}, with "${literal.value}"`)
  literal.value = literal.value.toLowerCase()
}

function kindOf(identifier: string, { fields, dimensions }: TableType): Kind {
  if (identifier === 'timestamp' || identifier === 'start_time') return 'timestamp'
  if (identifier === 'datum') return dimensions[0]!.type === 'double' ? 'double' : 'i64'
  return fields.get(identifier)!
}

function fits(type: Kind, { identifier, literal }: Comparison): boolean {
  switch (type) {
    case 'timestamp':
      return literal.kind === 'timestamp'
    case 'bool':
      return literal.kind === 'boolean'
    case 'string':
    case 'uuid':
    case 'ip_addr':
      return literal.kind === 'string'
    default:
      return literal.kind === 'integer' || (literal.kind === 'double' && (type === 'double' || identifier === 'datum'))
  }
}
