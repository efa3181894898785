// Writes JSON values as YAML.
import { toJson } from './text.ts'

const PLAIN = /^[A-Za-z_/][\w ./@+-]*$/
/** Words that YAML 1.1 or 1.2 reads as something other than text. */
const RESERVED = /^(true|false|yes|no|on|off|null|y|n|~|\.nan|\.inf)$/i

export function toYaml(value: unknown): string {
  return isLeaf(value) ? `${scalar(value)}\n` : block(value, '')
}

const isLeaf = (value: unknown) => typeof value !== 'object' || value === null || Object.keys(value).length === 0

function scalar(value: unknown): string {
  if (Array.isArray(value)) return '[]'
  if (typeof value === 'object' && value !== null) return '{}'
  if (typeof value !== 'string') return String(value ?? null)
  return PLAIN.test(value) && !RESERVED.test(value) && !value.endsWith(' ') ? value : toJson(value)
}

function block(value: unknown, indent: string): string {
  if (Array.isArray(value)) return value.map((item) => `${indent}- ${inList(item, indent)}`).join('')
  return Object.entries(value as object)
    .map(([key, field]) =>
      isLeaf(field)
        ? `${indent}${scalar(key)}: ${scalar(field)}\n`
        : `${indent}${scalar(key)}:\n${block(field, `${indent}  `)}`,
    )
    .join('')
}

/** The first field is on the line of the dash. */
const inList = (item: unknown, indent: string) =>
  isLeaf(item) ? `${scalar(item)}\n` : block(item, `${indent}  `).slice(indent.length + 2)
