// The command line for an operation and for a particular call. The command line client parses what is printed here. No zod: the
// console imports this.
import { snakify } from './camel.ts'
import { factsOf, nounOf, operations, type OperationId } from './operations.ts'
import { isSecret, masked } from './secrets.ts'

export const PROGRAM = 'rackwright'

/** The plain names belong to the client's own commands, one of which uses both serial streams. */
const RENAMED: Partial<Record<OperationId, string>> = {
  login_saml: 'session login saml',
  login_local: 'session login local',
  login_second_factor: 'session login second-factor',
  login_oidc: 'session login oidc',
  login_oidc_begin: 'session login oidc-begin',
  login_passkey: 'session login passkey',
  login_passkey_begin: 'session login passkey-begin',
  logout: 'session logout',
  // also the name of a noun, which would leave no verb
  device_access_token: 'device access-token',
  instance_serial_console: 'instance serial history',
  instance_serial_console_stream: 'instance serial console',
  serial_stream: 'instance serial console',
}

/** Compound terms that are not nouns of the API. */
const PARTS = [
  'access_token',
  'announce_set',
  'bulk_write',
  'current_user',
  'ephemeral_ip',
  'firewall_rules',
  'force_stop',
  'hot_attach',
  'hot_detach',
  'hot_list',
  'ip_address',
  'lldp_config',
  'local_idp',
  'message_history',
  'network_interfaces',
  'provision_policy',
  'ssh_public_key',
]

/** Multi-word nouns, longest first. They are hyphenated, so that commands read as noun and verb. */
const longNouns = [...new Set<string>([...Object.values(nounOf), ...PARTS])]
  .filter((noun) => noun.includes('_'))
  .sort((a, b) => b.length - a.length)
const longNoun = new RegExp(`(?<![a-z0-9])(${longNouns.join('|')})(?![a-z0-9])`, 'g')

/** `floating_ip_attach` is `floating-ip attach`. */
export function commandOf(operation: OperationId): string {
  return RENAMED[operation] ?? operation.replaceAll(longNoun, (noun) => noun.replaceAll('_', '-')).replaceAll('_', ' ')
}

export const optionOf = (field: string) => `--${field.replaceAll('_', '-')}`

interface Parts {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export interface Command {
  /** `rackwright`, the words of the command, and its options; each is one shell word. */
  args: string[]
  /** What the command reads from its standard input. */
  stdin?: string
}

type Scalar = string | number | boolean
const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)
const isFlat = (value: unknown) =>
  value === undefined || value === null || isScalar(value) || (isList(value) && value.every(isScalar))
const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 0
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)

/** { mode: 'password', value }: the client asks for the value alone. */
const isPassword = (value: unknown) => isObject(value) && value.mode === 'password'

const isOneSecret = (value: unknown) => Array.isArray(value) && value.length === 1 && typeof value[0] === 'string'

/** Fields that the client reads from a file: secrets, and a certificate, which comes with the file of its key. */
export const isFileField = (name: string, siblings: readonly string[]) => isSecret(name, siblings) || name === 'cert'

/** The command for a call, without secrets; undefined while a path parameter is missing. */
export function commandFor(operation: OperationId, params: object): Command | undefined {
  const { path = {}, query = {}, body } = snakify(params) as Parts
  const names = [...operations[operation].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  if (names.some((name) => path[name] === undefined || path[name] === '')) return undefined
  const args = [PROGRAM, ...commandOf(operation).split(' ')]
  for (const name of names) args.push(...option(name, path[name]))
  for (const [name, value] of Object.entries(query)) if (value !== null) args.push(...option(name, value))
  if (body === undefined) return { args }
  if (factsOf[operation].encoding === 'bytes') return { args: [...args, '--body-file', '-'] }
  if (isObject(body) && Object.keys(body).length === 0) return { args }
  const fields = isObject(body) ? Object.entries(body).filter(([, value]) => value !== undefined) : []
  const keys = fields.map(([name]) => name)
  const isFile = ([name, value]: [string, unknown]) =>
    isFileField(name, keys) && (typeof value === 'string' || isPassword(value) || isOneSecret(value))
  // a list or null has no option, because the file is one line
  const hasNoOption = (field: [string, unknown]) => isFileField(field[0], keys) && !isFile(field)
  // one file at most, because all of them would be standard input
  const isPlain =
    fields.filter(isFile).length <= 1 &&
    fields.every((field) => isFile(field) || (isFlat(field[1]) && !hasNoOption(field)))
  if (fields.length > 0 && isPlain) {
    for (const field of fields) args.push(...(isFile(field) ? [`${optionOf(field[0])}-file`, '-'] : option(...field)))
    return { args }
  }
  return { args: [...args, '--json-body', '-'], stdin: JSON.stringify(masked(body), null, 2) }
}

function option(name: string, value: unknown): string[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item) => option(name, item))
  if (value === true) return [optionOf(name)]
  if (value === false || value === null) return [`--no-${name.replaceAll('_', '-')}`]
  const text = String(value)
  return text.startsWith('-') || text === '' ? [`${optionOf(name)}=${text}`] : [optionOf(name), text]
}

export const shellWord = (text: string) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** For a shell: an option on each line. */
export function commandText({ args, stdin }: Command): string {
  const lines: string[] = []
  for (const arg of args) {
    const isOption = arg.startsWith('--')
    if (lines.length === 0 || isOption) lines.push(shellWord(arg))
    else lines[lines.length - 1] += ` ${shellWord(arg)}`
  }
  const text = lines.join(' \\\n  ')
  return stdin === undefined ? text : `${text} <<'JSON'\n${stdin}\nJSON`
}
