// Random queries for tests: from the grammar, with names that exist and names that do not, and with characters put in, taken out
// and swapped.
import * as fc from 'fast-check'
import { schemas } from '../catalogue.ts'
import { INSTANCES, PROJECTS } from './testing.ts'

const blank = fc.constantFrom(' ', ' ', ' ', '', '\n', '\t ')
const words = (...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts.flatMap((part) => [part, blank])).map((all) => all.join(''))
const word = (text: string) => fc.constant(text)
const often = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: odd })

const name = often(
  fc.constantFrom(
    ...schemas.map((schema) => schema.name),
    // most of the samples are of these
    ...Array.from({ length: 40 }, () => 'virtual_machine:vcpu_usage'),
    ...Array.from({ length: 20 }, () => 'virtual_disk:reads'),
  ),
  fc.constantFrom('nope:nope', 'virtual_disk:nope', 'Virtual:disk'),
)
const fields = [...new Set(schemas.flatMap((schema) => schema.fields.map((field) => field.name)))]
const field = fc.constantFrom(...fields, 'state', 'vcpu_id', 'project_id', 'instance_id', 'nope')
const unit = fc.constantFrom('Y', 'M', 'w', 'd', 'h', 'm', 's', 'ms', 'us', 'ns')
const duration = fc.tuple(fc.nat(4000), unit).map(([count, each]) => `${count}${each}`)
const longer = fc.tuple(fc.integer({ min: 1, max: 300 }), fc.constantFrom('s', 'm', 'h')).map((all) => all.join(''))
const timestamp = fc.oneof(
  fc
    .tuple(fc.constantFrom('@now()', '@now() - ', '@now() + ', '@now()-'), duration)
    .map(([now, each]) => (now === '@now()' ? now : now + each)),
  fc.constantFrom('@2025-03-03', '@08:30:00', '@2025-03-03T08:59:00.5', '@2025-02-30', '@nope', '@9999-12-31'),
)
const pattern = fc.constantFrom(
  '^r',
  '.*',
  '(a+)+$',
  'run|idle',
  '[a-z]+',
  '[',
  '(?:x){2,}',
  '\\\\d+',
  '(((){99}){99}){99}',
)
const text = fc.oneof(
  fc.constantFrom(...PROJECTS, ...INSTANCES, 'run', 'idle', 'x', "it's"),
  fc.string({ maxLength: 8 }),
)
const quoted = fc.tuple(text, fc.constantFrom('"', "'")).map(([each, quote]) => `${quote}${each}${quote}`)
const literal = fc.oneof(
  quoted,
  timestamp,
  duration,
  fc.integer().map(String),
  fc.double({ noNaN: true }).map(String),
  fc.constantFrom('true', 'false', '0xff', '-0x1', '512', '0'),
)
const operator = fc.constantFrom('==', '!=', '>', '>=', '<', '<=', '~=')

const sensible = fc.oneof(
  words(word('timestamp'), fc.constantFrom('>', '>=', '<', '<='), timestamp),
  words(
    fc.constantFrom('project_id', 'instance_id'),
    fc.constantFrom('==', '!='),
    fc.constantFrom(...PROJECTS, ...INSTANCES).map((id) => `"${id}"`),
  ),
  words(word('state'), fc.constantFrom('==', '!='), fc.constantFrom('"run"', '"idle"')),
  words(
    word('state'),
    word('~='),
    pattern.map((each) => `"${each}"`),
  ),
  words(fc.constantFrom('vcpu_id', 'datum'), fc.constantFrom('==', '!=', '>', '<='), fc.nat(5).map(String)),
)
const comparison = often(sensible, words(field, operator, literal))
const expressionOf = (each: fc.Arbitrary<string>) =>
  fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      each,
      fc.tuple(tie('expression'), fc.constantFrom(' && ', ' || ', ' ^ '), tie('expression')).map((all) => all.join('')),
      tie('expression').map((inner) => `(${inner})`),
      tie('expression').map((inner) => `!(${inner})`),
    ),
  })).expression
const expression = expressionOf(comparison)

/** Realistic queries, nearly all with a result. */
const lookup = words(word('get virtual_machine:vcpu_usage | filter '), expressionOf(sensible))
const ending = fc.constantFrom(
  '',
  ' | last 3',
  ' | align mean_within(10s)',
  ' | align mean_within(1m) | group_by [vcpu_id], sum',
  ' | align mean_within(7s) | group_by [state, project_id]',
  ' | align mean_within(30s) | group_by [], sum | filter datum > 0',
)
const usual = fc.oneof(
  fc.tuple(lookup, ending).map((all) => all.join('')),
  fc.tuple(lookup, lookup, ending).map(([one, two, end]) => `{ ${one}; ${two} }${end}`),
  fc.tuple(lookup, lookup).map(([one, two]) => `{ ${one}; ${two} } | align mean_within(10s) | join | last 2`),
)

const filter = words(word('filter '), expression)
const align = often(longer, duration).map((each) => `align mean_within(${each})`)
const group = fc
  .tuple(
    fc.array(often(fc.constantFrom('vcpu_id', 'state', 'project_id'), field), { maxLength: 3 }),
    fc.constantFrom('', ', mean', ', sum', ' , sum', ', max'),
  )
  .map(([names, reducer]) => `group_by [${names.join(', ')}]${reducer}`)
const limit = fc.tuple(fc.constantFrom('first', 'last'), fc.nat(9)).map((all) => all.join(' '))
const operation = fc.oneof(
  { weight: 4, arbitrary: filter },
  { weight: 2, arbitrary: align },
  { weight: 2, arbitrary: group },
  limit,
  word('join'),
)

const pipeline = (source: fc.Arbitrary<string>) =>
  fc
    .tuple(source, filter, fc.array(operation, { maxLength: 4 }))
    .map(([first, second, rest]) => [first, second, ...rest].join(' | '))
const { query } = fc.letrec<{ query: string }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    pipeline(name.map((each) => `get ${each}`)),
    pipeline(fc.array(tie('query'), { minLength: 1, maxLength: 3 }).map((all) => `{ ${all.join('; ')} }`)),
  ),
}))

const mutated = fc
  .tuple(
    query,
    fc.array(fc.tuple(fc.nat(), fc.constantFrom('cut', 'put', 'swap'), fc.string({ unit: 'grapheme', maxLength: 3 })), {
      maxLength: 4,
    }),
  )
  .map(([whole, changes]) =>
    changes.reduce((each, [where, kind, more]) => {
      const at = where % (each.length + 1)
      if (kind === 'cut') return each.slice(0, at) + each.slice(at + 1)
      return each.slice(0, at) + more + each.slice(kind === 'put' ? at : at + more.length)
    }, whole),
  )

export const randomQuery = fc.oneof(usual, query, mutated)
