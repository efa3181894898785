// Parses regular expressions: characters, sets, groups, choices, repetitions and anchors. No look-around, no back-references.
import { MAX_NESTING } from './limits.ts'

export type Test = (code: number) => boolean

export type Node =
  | { kind: 'character'; test: Test }
  | { kind: 'anchor'; at: 'start' | 'end' | 'word' | 'inside' }
  | { kind: 'sequence' | 'choice'; parts: Node[] }
  | { kind: 'repeat'; inner: Node; least: number; most: number }

export type Fail = (why: string) => Error

const between = (low: string, high: string): Test => {
  const [from, to] = [low.codePointAt(0)!, high.codePointAt(0)!]
  return (code) => code >= from && code <= to
}
const either =
  (tests: readonly Test[]): Test =>
  (code) =>
    tests.some((test) => test(code))
const not =
  (test: Test): Test =>
  (code) =>
    !test(code)
const exactly = (text: string) => between(text, text)
const digit = between('0', '9')
export const isWordCharacter = either([digit, between('a', 'z'), between('A', 'Z'), exactly('_')])
const space = either([' ', '\t', '\n', '\r', '\f', '\v'].map(exactly))
const CLASSES: Record<string, Test> = {
  d: digit,
  D: not(digit),
  w: isWordCharacter,
  W: not(isWordCharacter),
  s: space,
  S: not(space),
}
const CONTROLS: Record<string, string> = { n: '\n', r: '\r', t: '\t' }

export class PatternParser {
  readonly #characters: string[]
  readonly #fail: Fail
  #at = 0
  #depth = 0

  constructor(source: string, fail: Fail) {
    this.#characters = [...source]
    this.#fail = fail
  }

  parse(): Node {
    const node = this.#choice()
    if (this.#at < this.#characters.length) throw this.#fail('it closes a group that is not open')
    return node
  }

  get #next(): string | undefined {
    return this.#characters[this.#at]
  }

  #takes(character: string): boolean {
    if (this.#next !== character) return false
    this.#at++
    return true
  }

  #choice(): Node {
    if (++this.#depth > MAX_NESTING) throw this.#fail(`its groups are nested more than ${MAX_NESTING} deep`)
    const parts = [this.#sequence()]
    while (this.#takes('|')) parts.push(this.#sequence())
    this.#depth--
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts }
  }

  #sequence(): Node {
    const parts: Node[] = []
    while (this.#next !== undefined && this.#next !== '|' && this.#next !== ')') parts.push(this.#repeated())
    return { kind: 'sequence', parts }
  }

  #repeated(): Node {
    const inner = this.#atom()
    const bounds = this.#bounds()
    if (!bounds) return inner
    // laziness does not change whether a pattern matches
    this.#takes('?')
    if (this.#bounds()) throw this.#fail('a repetition follows another')
    return { kind: 'repeat', inner, ...bounds }
  }

  #bounds(): { least: number; most: number } | undefined {
    if (this.#takes('*')) return { least: 0, most: Infinity }
    if (this.#takes('+')) return { least: 1, most: Infinity }
    if (this.#takes('?')) return { least: 0, most: 1 }
    const counted = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.#characters.slice(this.#at, this.#at + 12).join(''))
    if (!counted) return undefined
    this.#at += counted[0].length
    const least = Number(counted[1])
    const most = counted[2] === undefined ? least : counted[3] ? Number(counted[3]) : Infinity
    if (most < least) throw this.#fail('the bounds of a repetition are in the wrong order')
    return { least, most }
  }

  #atom(): Node {
    const character = this.#characters[this.#at++]!
    switch (character) {
      case '.':
        return { kind: 'character', test: not(exactly('\n')) }
      case '^':
        return { kind: 'anchor', at: 'start' }
      case '$':
        return { kind: 'anchor', at: 'end' }
      case '[':
        return { kind: 'character', test: this.#set() }
      case '(':
        return this.#group()
      case '\\':
        return this.#escape()
      case '*':
      case '+':
      case '?':
        throw this.#fail(`nothing before \`${character}\` to repeat`)
      default:
        return { kind: 'character', test: exactly(character) }
    }
  }

  #group(): Node {
    if (this.#next === '?' && !(this.#takes('?') && this.#takes(':')))
      throw this.#fail('of the groups that start with `(?` only `(?:` is supported')
    const inner = this.#choice()
    if (!this.#takes(')')) throw this.#fail('a group is not closed')
    return inner
  }

  #escape(): Node {
    const character = this.#next
    if (character === 'b' || character === 'B') {
      this.#at++
      return { kind: 'anchor', at: character === 'b' ? 'word' : 'inside' }
    }
    return { kind: 'character', test: this.#escaped().test }
  }

  /** `single` is set for a single character, because only that can end a range. */
  #escaped(): { test: Test; single?: string } {
    const character = this.#characters[this.#at++]
    if (character === undefined) throw this.#fail('it ends with a backslash')
    const known = CLASSES[character]
    if (known) return { test: known }
    const control = CONTROLS[character]
    if (control === undefined && /[a-zA-Z0-9]/.test(character)) throw this.#fail(`\`\\${character}\` is not supported`)
    const single = control ?? character
    return { test: exactly(single), single }
  }

  #set(): Test {
    const isNegated = this.#takes('^')
    const tests: Test[] = []
    do {
      if (this.#next === undefined) throw this.#fail('a set of characters is not closed')
      const low = this.#member()
      if (low.single !== undefined && this.#next === '-' && this.#characters[this.#at + 1] !== ']') {
        this.#at++
        if (this.#next === undefined) throw this.#fail('a set of characters is not closed')
        const high = this.#member()
        if (high.single === undefined || high.single.codePointAt(0)! < low.single.codePointAt(0)!)
          throw this.#fail('the ends of a character range are in the wrong order')
        tests.push(between(low.single, high.single))
      } else tests.push(low.test)
    } while (!this.#takes(']'))
    return isNegated ? not(either(tests)) : either(tests)
  }

  #member(): { test: Test; single?: string } {
    if (this.#takes('\\')) return this.#escaped()
    const single = this.#characters[this.#at++]!
    return { test: exactly(single), single }
  }
}
