// Splits a query into tokens. Every token has its position, for error messages.
import type { Literal } from './ast.ts'
import { syntaxError } from './error.ts'
import { durationOf, matchTimestamp, UNIT } from './time.ts'

export type Token = { offset: number; end: number } & (
  | { kind: 'word'; text: string }
  | { kind: 'symbol'; text: string }
  | { kind: 'literal'; text: string; literal: Literal }
  | { kind: 'end'; text: string }
)

const BLANK = /\s+/y
const WORD = /[a-z][a-z0-9_]*/y
const SYMBOL = /==|!=|>=|<=|~=|&&|\|\||[|{}()[\];,:<>^!]/y
const NUMBER = new RegExp(
  String.raw`(-?)(?:0x([0-9a-fA-F]+)|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(${UNIT})?)(?![a-zA-Z0-9_.])`,
  'y',
)
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', '\\': '\\', '"': '"', "'": "'" }

export function tokenize(query: string, now: number): Token[] {
  const tokens: Token[] = []
  let offset = 0
  const match = (pattern: RegExp) => {
    pattern.lastIndex = offset
    return pattern.exec(query)
  }
  for (;;) {
    offset += match(BLANK)?.[0].length ?? 0
    if (offset >= query.length) break
    const token = next(query, offset, now, match)
    tokens.push(token)
    offset = token.end
  }
  tokens.push({ kind: 'end', text: 'the end of the query', offset: query.length, end: query.length })
  return tokens
}

function next(query: string, offset: number, now: number, match: (pattern: RegExp) => RegExpExecArray | null): Token {
  const character = query[offset]!
  if (character === '"' || character === "'") return text(query, offset, character)
  if (character === '@') return timestamp(query, offset, now)
  const word = match(WORD)?.[0]
  if (word !== undefined) return wordToken(word, offset)
  const number = match(NUMBER)
  if (number) return numberToken(query, number, offset)
  const symbol = match(SYMBOL)?.[0]
  if (symbol !== undefined) return { kind: 'symbol', text: symbol, offset, end: offset + symbol.length }
  const wanted = /[-0-9]/.test(character)
    ? 'this is not a number or a duration'
    : `unexpected character \`${character}\``
  throw syntaxError(query, offset, wanted)
}

function wordToken(word: string, offset: number): Token {
  const place = { text: word, offset, end: offset + word.length }
  if (word !== 'true' && word !== 'false') return { kind: 'word', ...place }
  return { kind: 'literal', ...place, literal: { kind: 'boolean', value: word === 'true', offset } }
}

function numberToken(query: string, match: RegExpExecArray, offset: number): Token {
  const [whole, sign, hex, decimal, unit] = match
  const place = { kind: 'literal' as const, text: whole, offset, end: offset + whole.length }
  const size = hex === undefined ? Number(decimal) : parseInt(hex, 16)
  if (!Number.isFinite(size)) throw syntaxError(query, offset, 'this number is too large')
  const value = sign === '-' ? -size : size
  if (unit === undefined) {
    const kind = hex !== undefined || /^\d+$/.test(decimal!) ? 'integer' : 'double'
    return { ...place, literal: { kind, value, offset } }
  }
  if (sign === '-' || !/^\d+$/.test(decimal!))
    throw syntaxError(query, offset, 'a duration is a whole number and a unit')
  return { ...place, literal: { kind: 'duration', value: durationOf(value, unit), offset } }
}

function timestamp(query: string, offset: number, now: number): Token {
  const found = matchTimestamp(query, offset, now)
  if (!found) {
    const forms = '`@YYYY-MM-DD`, `@HH:MM:SS`, `@YYYY-MM-DDTHH:MM:SS` or `@now()`, optionally plus or minus a duration'
    throw syntaxError(query, offset, `a timestamp is ${forms}`)
  }
  if (found.value === undefined) throw syntaxError(query, offset, 'this time does not exist')
  const text = query.slice(offset, offset + found.length)
  const literal = { kind: 'timestamp' as const, value: found.value, offset }
  return { kind: 'literal', text, offset, end: offset + found.length, literal }
}

function text(query: string, offset: number, quote: string): Token {
  let value = ''
  let at = offset + 1
  while (at < query.length && query[at] !== quote) {
    if (query[at] !== '\\') {
      value += query[at++]
      continue
    }
    const unicode = /\\u\{([0-9a-fA-F]{1,6})\}/y
    unicode.lastIndex = at
    const point = unicode.exec(query)
    const plain = ESCAPES[query[at + 1] ?? '']
    if (point && parseInt(point[1]!, 16) <= 0x10ffff) {
      value += String.fromCodePoint(parseInt(point[1]!, 16))
      at += point[0].length
    } else if (plain !== undefined) {
      value += plain
      at += 2
    } else throw syntaxError(query, at, 'unknown escape in a string')
  }
  if (at >= query.length) throw syntaxError(query, offset, 'this string is not closed')
  return {
    kind: 'literal',
    text: query.slice(offset, at + 1),
    offset,
    end: at + 1,
    literal: { kind: 'string', value, offset },
  }
}
