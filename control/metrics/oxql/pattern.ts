// Regular expressions in linear time: a pattern becomes a state machine, and matching takes time proportional to the text.
// JavaScript's own would backtrack for hours on a pattern like (a+)+$.
import { invalidRequest } from '../../frame/errors.ts'
import { MAX_MATCH_LENGTH, MAX_PATTERN_LENGTH, MAX_PATTERN_STATES } from './limits.ts'
import { isWordCharacter, PatternParser, type Fail, type Node, type Test } from './pattern-parser.ts'

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
    // repeating an empty pattern changes nothing: ((){999}){999} must not be expanded
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

/** Adds a state and everything reachable without consuming a character. True when the match is among them. */
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
  const isWord = (index: number) => codes[index] !== undefined && isWordCharacter(codes[index])
  return (isWord(at - 1) !== isWord(at)) === (anchor === 'word')
}
