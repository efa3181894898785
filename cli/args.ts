// Options on the command line. parseArgs reads them; this adds choices, --no-name and suggestions, and refuses unknown ones.
import { parseArgs } from 'node:util'
import { usage } from './failure.ts'
import { readSize } from './size.ts'

export type Kind = 'string' | 'number' | 'boolean' | 'json'

export interface Option {
  name: string
  kind: Kind
  help: string
  /** `-h` */
  short?: string
  /** placeholder for the value in help */
  value?: string
  choices?: readonly string[]
  required?: boolean
  /** can be given more than once */
  repeated?: boolean
  /** `--no-name` sends null */
  nullable?: boolean
}

/** What was given: text for an option with a value, a boolean for a switch, null for --no-name. */
export type Given = Map<string, (string | boolean | null)[]>

export interface Parsed {
  given: Given
  positionals: string[]
}

/** Not strict: strict parsing refuses values that begin with a dash. */
export const tokensOf = (args: readonly string[], options: readonly Option[]) =>
  parseArgs({
    args: [...args],
    options: Object.fromEntries(
      options.map(({ name, kind, short }) => [
        name,
        { type: kind === 'boolean' ? ('boolean' as const) : ('string' as const), ...(short && { short }) },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens

type OptionToken = Extract<ReturnType<typeof tokensOf>[number], { kind: 'option' }>

export function parse(args: readonly string[], options: readonly Option[]): Parsed {
  const byName = new Map(options.map((option) => [option.name, option]))
  const given: Given = new Map()
  const positionals: string[] = []
  for (const token of tokensOf(args, options)) {
    if (token.kind === 'positional') positionals.push(token.value)
    else if (token.kind === 'option') add(given, ...read(token, byName))
  }
  return { given, positionals }
}

function read(token: OptionToken, byName: ReadonlyMap<string, Option>): [Option, string | boolean | null] {
  const { name, rawName, value, inlineValue } = token
  const option = byName.get(name)
  if (option?.kind === 'boolean') return [option, value === undefined || readSwitch(name, value)]
  if (option) {
    if (value === undefined || (!inlineValue && isOption(value, byName))) throw usage(`--${name} needs a value`)
    return [option, value]
  }
  const negated = name.startsWith('no-') ? byName.get(name.slice(3)) : undefined
  if (negated && value === undefined) {
    if (negated.kind === 'boolean') return [negated, false]
    if (negated.nullable) return [negated, null]
  }
  const close = [...byName.keys()].find((each) => each.startsWith(name) || distance(each, name) <= 2)
  throw usage(`unknown option ${rawName}${close ? `; did you mean --${close}?` : ''}`)
}

/** Whether the word after an option is another option, so that its value was forgotten. */
function isOption(word: string, byName: ReadonlyMap<string, Option>): boolean {
  const name = /^--(?:no-)?([\w-]+)/.exec(word)?.[1]
  return name !== undefined && byName.has(name)
}

function readSwitch(name: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw usage(`--${name} must be true or false, not ${text}`)
}

function add(given: Given, option: Option, value: string | boolean | null): void {
  const before = given.get(option.name) ?? []
  if (before.length > 0 && !option.repeated) throw usage(`--${option.name} is given more than once`)
  if (option.choices && typeof value === 'string' && !option.choices.includes(value))
    throw usage(`--${option.name} must be one of ${option.choices.join(', ')}, not ${value}`)
  given.set(option.name, [...before, value])
}

/** Edit distance, for suggestions. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

export const textIn = (given: Given, name: string): string | undefined => {
  const value = given.get(name)?.[0]
  return typeof value === 'string' ? value : undefined
}
export const isOn = (given: Given, name: string): boolean => given.get(name)?.[0] === true

export function needText(given: Given, name: string): string {
  const text = textIn(given, name)
  if (text === undefined || text === '') throw usage(`--${name} is required`)
  return text
}

/** Plain, or with a unit: 10GiB. */
export function readNumber(name: string, text: string): number {
  const number = readSize(text)
  if (number === undefined) throw usage(`--${name} must be a number, not ${text}`)
  return number
}
