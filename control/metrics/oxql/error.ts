// Query errors, with their position.
import { invalidRequest } from '../../frame/errors.ts'
import { MAX_UPSAMPLING } from './limits.ts'

/** A parse error with line and column, and the line itself with the position marked. */
export function syntaxError(query: string, offset: number, message: string): Error {
  const before = query.slice(0, offset).split('\n')
  const line = before.length
  const column = before.at(-1)!.length + 1
  const text = query.split('\n')[line - 1] ?? ''
  const gutter = String(line)
  const spot = `${' '.repeat(gutter.length)} | ${' '.repeat(column - 1)}^`
  return invalidRequest(`Error at ${line}:${column}: ${message}\n${gutter} | ${text}\n${spot}`)
}

export const limitError = (what: string) =>
  invalidRequest(
    `The query exceeds a limit: ${what}. Narrow it with filters, a shorter time range, \`first\` or \`last\`.`,
  )

/** `period` and `apart` are milliseconds. */
export const upsamplingError = (name: string, period: number, apart: number) =>
  invalidRequest(
    `The query exceeds a limit: aligning ${name} to ${period / 1000} s would give more than ${MAX_UPSAMPLING} points ` +
      `for each sample; its samples are ${apart / 1000} s apart. Use a longer period, or a later time range.`,
  )
