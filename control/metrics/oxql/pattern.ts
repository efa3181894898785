// Regular expressions in RE2's syntax, matched in time linear in the text. JavaScript's own would backtrack for hours on a pattern
// like (a+)+$.
import { RE2JS, RE2JSSyntaxException } from 're2js'
import { invalidRequest } from '../../frame/errors.ts'
import { comparisonsOf, type Pattern, type Query } from './ast.ts'
import { MAX_MATCH_LENGTH, MAX_PATTERN_LENGTH, MAX_PATTERN_SIZE } from './limits.ts'

/** Compiles the patterns of a query in place, once. Their size is limited in total, because a query has room for hundreds. */
export function compilePatterns(query: Query): void {
  let size = 0
  for (const comparison of comparisonsOf(query)) {
    const { operator, literal } = comparison
    if (operator !== '~=' || literal.kind !== 'string') continue
    size += largestSize(literal.value)
    comparison.pattern = compilePattern(literal.value, size)
  }
}

export function compilePattern(source: string, size = largestSize(source)): Pattern {
  const fail = (why: string) => invalidRequest(`Invalid regular expression "${source}": ${why}`)
  if (source.length > MAX_PATTERN_LENGTH) throw fail(`it is longer than ${MAX_PATTERN_LENGTH} characters`)
  if (size > MAX_PATTERN_SIZE) throw fail('it is too large once its repetitions are written out')
  if (hasFlags(source)) throw fail('of the groups that start with `(?` only `(?:` is supported')
  const pattern = compile(source, fail)
  return { test: (text) => pattern.test(text.slice(0, MAX_MATCH_LENGTH)) }
}

function compile(source: string, fail: (why: string) => Error): RE2JS {
  try {
    // a set of many Unicode classes takes a tenth of a second to compile
    return RE2JS.compile(source, RE2JS.DISABLE_UNICODE_GROUPS)
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    const where = error.getPattern()
    throw fail(error.getDescription() + (where ? ` at \`${where}\`` : ''))
  }
}

/** Escapes and sets are skipped: they may contain the same characters. */
const GROUP_WITH_FLAGS = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|(?<flags>\(\?(?!:))/gs

/** With (?i), a large set of characters takes a tenth of a second to compile. */
const hasFlags = (source: string) =>
  [...source.matchAll(GROUP_WITH_FLAGS)].some(({ groups }) => groups?.flags !== undefined)

/**
 * At least as many characters as the pattern has with its counted repetitions written out, as if all its groups were nested. The
 * engine would write out a quarter of a million, which takes most of a second.
 */
function largestSize(source: string): number {
  let size = source.length
  let copies = 1
  for (const [, group, least, most] of source.matchAll(/(\))?\{(\d+)(?:,(\d*))?\}/g)) {
    const count = Math.max(1, Number(least), Number(most ?? 0))
    if (group) copies *= count
    else size += count
  }
  return size * copies
}
