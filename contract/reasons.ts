// The API's messages for parse errors, passed to zod at parse time: schema.safeParse(body, { error: reason }). A schema's own
// messages take precedence.
import type { z } from 'zod'

const quoted = (value: unknown) => (typeof value === 'string' ? `"${value}"` : JSON.stringify(value))

function kind(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a sequence'
  if (typeof value === 'object') return 'a map'
  if (typeof value === 'string') return `string ${quoted(value)}`
  return `${typeof value} \`${String(value)}\``
}

const wanted: Record<string, string> = { object: 'a map', record: 'a map', array: 'a sequence', int: 'an integer' }

export const reason: z.core.$ZodErrorMap = (issue) => {
  const field = String(issue.path?.at(-1) ?? '')
  if (issue.input === undefined && issue.code !== 'custom') return field ? `missing field \`${field}\`` : 'missing body'
  switch (issue.code) {
    case 'invalid_type':
      return `invalid type: ${kind(issue.input)}, expected ${wanted[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `unknown variant ${quoted(issue.input)}, expected one of ${issue.values.map(quoted).join(', ')}`
    case 'invalid_union':
      return issue.discriminator ? `unknown variant ${quoted(tag(issue))}` : 'matched no variant'
    default:
      return undefined
  }
}

function tag(issue: { input?: unknown; discriminator?: string | undefined }): unknown {
  return (issue.input as Record<string, unknown> | null)?.[issue.discriminator ?? '']
}

/** Position and reason of the first error: `disks[0].name: name cannot end with "-"`. */
export function firstReason(error: z.ZodError): string {
  const issue = error.issues[0]
  if (!issue) return 'unreadable'
  const missing = issue.message.startsWith('missing field')
  const place = (missing ? issue.path.slice(0, -1) : issue.path)
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')
  return place ? `${place}: ${issue.message}` : issue.message
}
