// Options from the command line and the environment, as option-table.ts has them. Unknown options are an error: a server that ignores
// `--prot 80` listens on the wrong port.
import { parseArgs } from 'node:util'
import { SLEDS } from '#control/demo/world.ts'
import { BadOption, type NetworkOption, readNetwork } from './option-readers.ts'
import {
  DEFAULT_SLEDS,
  isOurVariable,
  OPTION_NAMES,
  type OptionName,
  OPTIONS,
  PASSWORD_VARIABLE,
  type Row,
  variableOf,
} from './option-table.ts'

export { BadOption, type NetworkOption } from './option-readers.ts'

type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name
type Table = typeof OPTIONS
type ValueOf<Name extends OptionName> = ReturnType<Table[Name]['read']>
type SureName = { [Name in OptionName]: Table[Name] extends { fallback: string } ? Name : never }[OptionName]
/** What the rows read: `databaseUrl` is the one of `--database-url`. */
type Values = { [Name in SureName as Camel<Name>]: ValueOf<Name> } & {
  [Name in Exclude<OptionName, SureName> as Camel<Name>]?: ValueOf<Name> | undefined
}

/** Options of one matter are joined: the certificate with its key, and all of the network. */
export interface Options extends Omit<Values, `tls${string}` | `network${string}`> {
  tls?: { cert: string; key: string } | undefined
  /** The OVN that connects machines. Without it networks are simulated. */
  network?: NetworkOption | undefined
  /** Sleds of the simulated rack that are in service from the start. */
  simulatedSleds: number
  adminPassword?: string | undefined
}

type Environment = Record<string, string | undefined>

/** Variables of the command line client and of the tests, which may share our environment. */
const OTHER_VARIABLES = ['url', 'token', 'profile', 'ca-file', 'test-depth', 'test-databases']
const VARIABLES = new Set([...[...OPTION_NAMES, ...OTHER_VARIABLES].map(variableOf), PASSWORD_VARIABLE])

export function readOptions(args: readonly string[], environment: Environment): Options | 'help' | 'version' {
  const given = readArguments(args)
  if (given.help) return 'help'
  if (given.version) return 'version'
  // with a misspelled database URL, a server would start on an empty SQLite database instead
  const unknown = Object.keys(environment).find((name) => isOurVariable(name) && !VARIABLES.has(name))
  if (unknown) throw new BadOption(`unknown environment variable ${unknown}; --help lists those that exist`)
  const textOf = (name: OptionName): string | undefined => {
    if (given[name] === '') throw new BadOption(`--${name} needs a value`)
    return given[name] === undefined ? environment[variableOf(name)] || undefined : String(given[name])
  }
  const values = readValues(textOf)
  checkTogether((name) => textOf(name) !== undefined && values[camel(name)] !== false)
  return join(values, environment[PASSWORD_VARIABLE] || undefined)
}

function readArguments(args: readonly string[]): Partial<Record<OptionName | 'help' | 'version', string | boolean>> {
  const types = OPTION_NAMES.map((name) => [name, { type: 'argument' in OPTIONS[name] ? 'string' : 'boolean' }])
  const more = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } as const
  try {
    const options = { ...Object.fromEntries(types), ...more }
    return parseArgs({ args: [...args], strict: true, allowPositionals: false, options }).values
  } catch (error) {
    // Node's second sentence is about positional arguments, which do not exist here
    throw new BadOption(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error))
  }
}

/** `databaseUrl` of `database-url`. */
export const camel = (name: string) =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as keyof Values

function readValues(textOf: (name: OptionName) => string | undefined): Values {
  const entries = OPTION_NAMES.map((name) => {
    const { read, fallback }: Row = OPTIONS[name]
    const text = textOf(name) ?? fallback
    return [camel(name), text === undefined ? undefined : read(text, name)]
  })
  return Object.fromEntries(entries) as Values
}

function checkTogether(isGiven: (name: OptionName) => boolean): void {
  const has = (name: string) => {
    if (!isOption(name)) throw new Error(`there is no option ${name}`)
    return isGiven(name)
  }
  for (const name of OPTION_NAMES.filter(isGiven)) {
    const { check }: Row = OPTIONS[name]
    const problem = check?.(has)
    if (problem) throw new BadOption(problem)
  }
}

const isOption = (name: string): name is OptionName => Object.hasOwn(OPTIONS, name)

function join(values: Values, adminPassword: string | undefined): Options {
  const { tlsCert, tlsKey, network, networkSouthbound, networkKey, networkCertificate, networkCa, ...rest } = values
  return {
    ...rest,
    simulatedSleds: values.simulatedSleds ?? (values.demo ? SLEDS : DEFAULT_SLEDS),
    tls: tlsCert && tlsKey ? { cert: tlsCert, key: tlsKey } : undefined,
    network: readNetwork({
      network,
      southbound: networkSouthbound,
      key: networkKey,
      certificate: networkCertificate,
      ca: networkCa,
    }),
    adminPassword,
  }
}
