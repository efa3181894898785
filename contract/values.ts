// Common values: names, ids, sizes, times, addresses. Capitalized exports are named components of the published contract; the
// others are published inline.
import { MAX_HOSTNAME_LENGTH, MAX_NAME_LENGTH } from './limits.ts'
import { z } from 'zod'
import * as address from './ip.ts'
import * as check from './checks.ts'

/** Overrides the published form of a schema whose runtime check differs. */
const publish = <S extends z.ZodType>(schema: S, json: Record<string, unknown>): S => schema.meta({ publish: json })

const component = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Null when absent: responses contain null instead of omitting the field, as rows do. */
export const maybe = <S extends z.ZodType>(schema: S) => schema.nullable().default(null).meta({ default: undefined })

/** How a large body is parsed: `schema.safeParseAsync(body, patient)`. */
export type Patient = z.core.ParseContext<z.core.$ZodIssue> & {
  /** Lets others go first. */
  breathe?: (() => Promise<void>) | undefined
}

/** So many values take a few milliseconds. */
export const VALUES_PER_TURN = 5000

const countOf = (value: unknown): number =>
  typeof value === 'object' && value
    ? Object.values(value).reduce<number>((sum, member) => sum + countOf(member), 1)
    : 1

/** The elements of one list. What is inside of an element is parsed in one piece. */
async function inTurns(values: unknown[], add: (value: unknown) => boolean, breathe: () => Promise<void>) {
  let count = 0
  for (const value of values) {
    count += countOf(value)
    if (count > VALUES_PER_TURN) {
      await breathe()
      count = countOf(value)
    }
    if (!add(value)) return
  }
}

/**
 * Parses a list up to its first mistake, and at most one element more than the limit, so that a long list costs no more than a legal
 * one. The handler refuses the element too many, with its own message. Extend the list before, not after: that would copy it without
 * the limit.
 */
export function bounded<L extends z.ZodArray>(maxItems: number, list: L): L {
  const zod = list._zod as z.core.$ZodArrayInternals
  const { element } = zod.def
  const parseWhole = zod.parse
  zod.parse = (payload, ctx) => {
    if (!Array.isArray(payload.value)) return parseWhole(payload, ctx)
    const values: unknown[] = payload.value.slice(0, maxItems + 1)
    const items: unknown[] = []
    // nothing inside waits for anything
    const inside = ctx.async ? { ...ctx, async: false } : ctx
    /** False after a mistake. */
    const add = (value: unknown): boolean => {
      const item = element._zod.run({ value, issues: [] }, inside) as z.core.ParsePayload
      if (item.issues.length > 0) payload.issues.push(...z.core.util.prefixIssues(items.length, item.issues))
      else items.push(item.value)
      return item.issues.length === 0
    }
    const end = () => {
      if (payload.issues.length === 0) payload.value = items
      return payload
    }
    const { breathe } = ctx as Patient
    if (ctx.async && breathe) return inTurns(values, add, breathe).then(end)
    values.every(add)
    return end()
  }
  // without checks, run is a copy of parse
  if (!zod.def.checks?.length) zod.run = zod.parse
  return list
}

/** A list whose length the handler limits, with its own message. */
export const upTo = <S extends z.ZodType>(maxItems: number, schema: S) =>
  bounded(maxItems, z.array(schema).meta({ maxItems }))

/** A list that means a set: repeated entries collapse. */
export const setOf = <S extends z.ZodType>(schema: S) =>
  z
    .array(schema)
    .overwrite((items) => [...new Set(items)])
    .meta({ uniqueItems: true })

const integer = (format: string, minimum: number, maximum: number, tooLarge = `value is too large for ${format}`) =>
  publish(
    z
      .number()
      .refine(Number.isInteger, { error: 'expected an integer', abort: true })
      .refine((value) => value >= minimum, { error: `value is too small for ${format}`, abort: true })
      .refine((value) => value <= maximum, tooLarge),
    { type: 'integer', format, ...(minimum === 0 && { minimum: 0 }) },
  )

export const int8 = integer('int8', -(2 ** 7), 2 ** 7 - 1)
export const int16 = integer('int16', -(2 ** 15), 2 ** 15 - 1)
export const int32 = integer('int32', -(2 ** 31), 2 ** 31 - 1)
// the upper bound is the largest double below 2 ** 63, which would overflow a database column
export const int64 = integer('int64', -(2 ** 63), 2 ** 63 - 1024)
export const uint8 = integer('uint8', 0, 2 ** 8 - 1)
export const uint16 = integer('uint16', 0, 2 ** 16 - 1)
export const uint32 = integer('uint32', 0, 2 ** 32 - 1)
// clients send the maximum to mean "everything", which becomes 2 ** 64 as a double
export const uint64 = integer('uint64', 0, 2 ** 64)
/** Counts that the published contract does not bound. */
export const uint = integer('uint', 0, Number.MAX_SAFE_INTEGER)
export const ByteCount = integer('uint64', 0, 2 ** 63 - 1024, 'value is too large for a byte count')
export const float = publish(z.number(), { type: 'number', format: 'float' })
export const double = publish(z.number(), { type: 'number', format: 'double' })
/** Decimal text, because 128 bits do not fit a JSON number. */
export const uint128 = publish(z.string().regex(/^\d+$/), { type: 'string', format: 'uint128' })

export const BlockSize = publish(z.literal([512, 2048, 4096], 'invalid block size: must be 512, 2048 or 4096'), {
  type: 'integer',
  enum: [512, 2048, 4096],
})

const nameForm = {
  type: 'string',
  // tolerates upper case, which the server refuses: published this way since the first client
  pattern:
    '^(?![0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$)^[a-z]([a-zA-Z0-9-]*[a-zA-Z0-9]+)?$',
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
}
const nameText = z.string().refine(check.isName, { error: (issue) => check.nameProblem(String(issue.input)) })
export const Name = publish(nameText, nameForm)
/** The login name of a local user, with the rules for names. */
export const UserId = publish(nameText, nameForm)

const idText = z.string().refine(check.isUuid, 'expected a UUID').toLowerCase()
const idForm = { type: 'string', format: 'uuid' }
export const uuid = publish(idText, idForm)
export const TypedUuidForInstanceKind = publish(idText, idForm)
export const TypedUuidForSupportBundleKind = publish(idText, idForm)

export const NameOrId = publish(
  z
    .string()
    .refine((text) => check.isUuid(text) || check.isName(text), 'matched no variant of NameOrId')
    .overwrite((text) => (check.isUuid(text) ? text.toLowerCase() : text)),
  { oneOf: [idForm, component('Name')] },
)

/** Handlers limit its length, with an error code. */
export const description = z.string()

export const timestamp = publish(
  z
    .string()
    .refine(
      (text) => !Number.isNaN(Date.parse(text)) && /^\d{4}-\d\d-\d\d[Tt ]/.test(text),
      'expected an RFC 3339 timestamp',
    ),
  { type: 'string', format: 'date-time' },
)

/** Returns an address or network in its usual form, or undefined if it is of another kind. */
type Canonical = (text: string) => string | undefined

function ipText(version?: address.Version): Canonical {
  return (given) => {
    const ip = address.parseIp(given)
    return ip && (version ?? ip.version) === ip.version ? address.formatIp(ip) : undefined
  }
}

function netText(version?: address.Version): Canonical {
  return (given) => {
    const net = address.parseNet(given)
    return net && (version ?? net.version) === net.version ? address.formatNet(net) : undefined
  }
}

/**
 * Normalized, so that equal addresses are equal as text: FD00::/8 becomes fd00::/8. Checked and normalized at once, because a request can
 * contain tens of thousands.
 */
const addressText = (canonical: Canonical, message: string) =>
  z.string().check((payload) => {
    const canonicalText = canonical(payload.value)
    if (canonicalText === undefined) payload.issues.push({ code: 'custom', input: payload.value, message })
    else payload.value = canonicalText
  })
const text = (canonical: Canonical, reason: string, json: Record<string, unknown>) =>
  publish(addressText(canonical, reason), { type: 'string', ...json })

export const ip = text(ipText(), 'invalid IP address', { format: 'ip' })
export const ipv4 = text(ipText(4), 'invalid IPv4 address', { format: 'ipv4' })
export const ipv6 = text(ipText(6), 'invalid IPv6 address', { format: 'ipv6' })

const ipv4Octet = '([0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])'
export const Ipv4Net = text(netText(4), 'invalid IPv4 network: expected an address and a width, as in 10.0.0.0/8', {
  pattern: `^(${ipv4Octet}\\.){3}${ipv4Octet}/([0-9]|1[0-9]|2[0-9]|3[0-2])$`,
})
export const Ipv6Net = text(netText(6), 'invalid IPv6 network: expected an address and a width, as in fd00::/48', {
  pattern:
    '^(([0-9a-fA-F]{1,4}:){7,7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:)|fe80:(:[0-9a-fA-F]{0,4}){0,4}%[0-9a-zA-Z]{1,}|::(ffff(:0{1,4}){0,1}:){0,1}((25[0-5]|(2[0-4]|1{0,1}[0-9]){0,1}[0-9])\\.){3,3}(25[0-5]|(2[0-4]|1{0,1}[0-9]){0,1}[0-9])|([0-9a-fA-F]{1,4}:){1,4}:((25[0-5]|(2[0-4]|1{0,1}[0-9]){0,1}[0-9])\\.){3,3}(25[0-5]|(2[0-4]|1{0,1}[0-9]){0,1}[0-9]))\\/([0-9]|[1-9][0-9]|1[0-1][0-9]|12[0-8])$',
})
export const IpNet = publish(
  addressText(netText(), 'invalid IP network: expected an address and a width, as in 10.0.0.0/8'),
  {
    oneOf: [component('Ipv4Net'), component('Ipv6Net')],
  },
)

export const L4PortRange = publish(
  z
    .string()
    .refine((range) => check.parsePortRange(range) !== undefined, {
      error: 'invalid port number: expected a port or a range of ports from 1 to 65535',
      abort: true,
    })
    .overwrite((range) => check.formatPortRange(check.parsePortRange(range) ?? { first: 0, last: 0 })),
  { type: 'string', pattern: '^[0-9]{1,5}(-[0-9]{1,5})?$', minLength: 1, maxLength: 11 },
)

/** The address of something that is reached over HTTP. */
export const uri = publish(
  z.string().refine((url) => check.urlProblem(url) === undefined, {
    error: (issue) => check.urlProblem(String(issue.input)),
  }),
  { type: 'string', format: 'uri' },
)

export const email = z.string().refine(check.isEmail, 'expected an e-mail address such as ops@example.com')

export const Hostname = publish(
  z.string().refine((host) => check.hostnameProblem(host) === undefined, {
    error: (issue) => check.hostnameProblem(String(issue.input)),
  }),
  {
    type: 'string',
    pattern: '^([a-zA-Z0-9]+[a-zA-Z0-9\\-]*(?<!-))(\\.[a-zA-Z0-9]+[a-zA-Z0-9\\-]*(?<!-))*$',
    minLength: 1,
    maxLength: MAX_HOSTNAME_LENGTH,
  },
)

export const MacAddr = publish(z.string().regex(/^([0-9a-f]{1,2}:){5}[0-9a-f]{1,2}$/i, 'invalid MAC address'), {
  type: 'string',
  pattern: '^([0-9a-fA-F]{0,2}:){5}[0-9a-fA-F]{0,2}$',
  minLength: 5,
  maxLength: 17,
})
export const Vni = uint32.clone()

export const Password = publish(
  z.string().refine((word) => check.utf8Length(word) <= 512, 'unsupported password: it is too long, 512 bytes at most'),
  { type: 'string', maxLength: 512 },
)

/** Standard base64 of at most this many bytes. */
export const base64 = (bytes: number) =>
  publish(
    z
      .string()
      .refine(check.isBase64, { error: 'invalid base64', abort: true })
      .refine((data) => check.base64Length(data) <= bytes, `the decoded data is longer than ${bytes} bytes`),
    { type: 'string', format: 'byte' },
  )

/** A system version. */
export const semver = z.string().regex(check.semverForm, 'expected a version such as 1.2.3')

/** The fields of every named resource: in responses, on create and on update. */
export const identity = { id: uuid, name: Name, description, time_created: timestamp, time_modified: timestamp }
export const naming = { name: Name, description }
export const renaming = { name: maybe(Name), description: maybe(description) }
