// Regular expressions that cannot run away: a pattern becomes a state machine, and matching takes time proportional to the
// text. JavaScript's own would backtrack for hours on a pattern like (a+)+$.
import { invalidRequest } from '../../frame/errors.ts'
import { MAX_MATCH_LENGTH, MAX_NESTING, MAX_PATTERN_LENGTH, MAX_PATTERN_STATES } from './limits.ts'

type Test = (code: number) => boolean

type Node =
  | { kind: 'character'; test: Test }
  | { kind: 'anchor'; at: 'start' | 'end' | 'word' | 'inside' }
  | { kind: 'sequence' | 'choice'; parts: Node[] }
  | { kind: 'repeat'; inner: Node; least: number; most: number }

type State =
  | { kind: 'character'; test: Test }
  | { kind: 'anchor'; at: 'start' | 'end' | 'word' | 'inside' }
  | { kind: 'split'; to: number[] }
  | { kind: 'match' }

export interface Pattern {
  /** Whether the pattern occurs anywhere in the text. */
  test(text: string): boolean
}

export function compilePattern(source: string): Pattern {
  const fail = (why: string) => invalidRequest(`Invalid regular expression "${source}": ${why}`)
  if (source.length > MAX_PATTERN_LENGTH) throw fail(`it is longer than ${MAX_PATTERN_LENGTH} characters`)
  const states: State[] = []
  emit(new PatternParser(source, fail).parse(), states, fail)
  states.push({ kind: 'match' })
  return { test: (text) => run(states, text.slice(0, MAX_MATCH_LENGTH)) }
}

type Fail = (why: string) => Error

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
const word = either([digit, between('a', 'z'), between('A', 'Z'), exactly('_')])
const space = either([' ', '\t', '\n', '\r', '\f', '\v'].map(exactly))
const CLASSES: Record<string, Test> = { d: digit, D: not(digit), w: word, W: not(word), s: space, S: not(space) }
const CONTROLS: Record<string, string> = { n: '\n', r: '\r', t: '\t' }

class PatternParser {
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
    // lazy or not is the same to whoever only asks whether it matches
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
    if (most < least) throw this.#fail('a repetition has its bounds the wrong way round')
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

  /** `single` is there when it is one character: only that can be the end of a range. */
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
          throw this.#fail('a range of characters has its ends the wrong way round')
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

function emit(node: Node, states: State[], fail: Fail): void {
  if (states.length > MAX_PATTERN_STATES) throw fail('it is too large once its repetitions are written out')
  switch (node.kind) {
    case 'character':
    case 'anchor':
      states.push(node)
      return
    case 'sequence':
      for (const part of node.parts) emit(part, states, fail)
      return
    case 'choice': {
      const split: State & { kind: 'split' } = { kind: 'split', to: [] }
      const jumps: (State & { kind: 'split' })[] = []
      states.push(split)
      for (const part of node.parts) {
        split.to.push(states.length)
        emit(part, states, fail)
        const jump: State & { kind: 'split' } = { kind: 'split', to: [] }
        jumps.push(jump)
        states.push(jump)
      }
      for (const jump of jumps) jump.to.push(states.length)
      return
    }
    case 'repeat':
      repeat(node, states, fail)
  }
}

function repeat({ inner, least, most }: Node & { kind: 'repeat' }, states: State[], fail: Fail): void {
  for (let count = 0; count < least; count++) {
    const before = states.length
    emit(inner, states, fail)
    // nothing, however often, is nothing: ((){999}){999} must not be written out
    if (states.length === before) return
  }
  if (most === Infinity) {
    const start = states.length
    const split: State & { kind: 'split' } = { kind: 'split', to: [start + 1] }
    states.push(split)
    emit(inner, states, fail)
    states.push({ kind: 'split', to: [start] })
    split.to.push(states.length)
    return
  }
  const optional: (State & { kind: 'split' })[] = []
  for (let count = least; count < most; count++) {
    const split: State & { kind: 'split' } = { kind: 'split', to: [states.length + 1] }
    optional.push(split)
    states.push(split)
    emit(inner, states, fail)
  }
  for (const split of optional) split.to.push(states.length)
}

function run(states: readonly State[], text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0)!)
  let current = new Set<number>()
  for (let at = 0; ; at++) {
    // a match may begin at any character
    if (follow(states, 0, codes, at, current)) return true
    if (at === codes.length) return false
    const next = new Set<number>()
    for (const index of current) {
      const state = states[index]!
      if (state.kind !== 'character' || !state.test(codes[at]!)) continue
      if (follow(states, index + 1, codes, at + 1, next)) return true
    }
    current = next
  }
}

/** Adds a state and all that it leads to without a character. True when one of them is the match. */
function follow(
  states: readonly State[],
  first: number,
  codes: readonly number[],
  at: number,
  into: Set<number>,
): boolean {
  const open = [first]
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (into.has(index)) continue
    into.add(index)
    const state = states[index]!
    if (state.kind === 'match') return true
    if (state.kind === 'split') open.push(...state.to)
    if (state.kind === 'anchor' && holds(state.at, codes, at)) open.push(index + 1)
  }
  return false
}

function holds(anchor: 'start' | 'end' | 'word' | 'inside', codes: readonly number[], at: number): boolean {
  if (anchor === 'start') return at === 0
  if (anchor === 'end') return at === codes.length
  const isWord = (index: number) => codes[index] !== undefined && word(codes[index])
  return (isWord(at - 1) !== isWord(at)) === (anchor === 'word')
}
