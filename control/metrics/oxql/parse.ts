// A recursive descent parser for queries: one function per rule, with a limit on nesting.
import type { CompareOperator, Expression, Literal, Operation, Query, Reducer } from './ast.ts'
import { syntaxError } from './error.ts'
import { MAX_NESTING } from './limits.ts'
import { tokenize, type Token } from './tokens.ts'

const COMPARE: ReadonlySet<string> = new Set<CompareOperator>(['==', '!=', '>', '>=', '<', '<=', '~='])
const OPERATIONS = '`filter`, `align`, `group_by`, `join`, `first` or `last`'

export function parse(text: string, now: number): Query {
  const parser = new Parser(text, tokenize(text, now))
  const query = parser.query()
  parser.end()
  return query
}

class Parser {
  readonly #text: string
  readonly #tokens: Token[]
  #at = 0
  #depth = 0

  constructor(text: string, tokens: Token[]) {
    this.#text = text
    this.#tokens = tokens
  }

  get #next(): Token {
    return this.#tokens[this.#at]!
  }

  query(): Query {
    return this.#nested(() => {
      const source = this.#source()
      const operations: Operation[] = []
      while (this.#takes('|')) operations.push(this.#operation())
      return { source, operations }
    })
  }

  end() {
    if (this.#next.kind !== 'end') this.#fail('`|` or the end of the query')
  }

  #source(): Query['source'] {
    const { offset } = this.#next
    if (this.#takes('{')) {
      const queries = [this.query()]
      while (this.#takes(';')) queries.push(this.query())
      this.#expect('}', '`;`, `|` or `}`')
      return { kind: 'block', queries, offset }
    }
    if (!this.#takesWord('get')) this.#fail('`get` or `{`')
    const name = this.#next.offset
    const target = this.#word('the name of a timeseries, `target:metric`')
    this.#expect(':', '`:` and the name of a metric')
    return { kind: 'get', name: `${target}:${this.#word('the name of a metric')}`, offset: name }
  }

  #operation(): Operation {
    const { offset, text, kind } = this.#next
    if (kind !== 'word') this.#fail(OPERATIONS)
    switch (text) {
      case 'filter':
        this.#at++
        return { kind: 'filter', expression: this.#or(), offset }
      case 'align':
        this.#at++
        return this.#align(offset)
      case 'group_by':
        this.#at++
        return { kind: 'group_by', ...this.#groups(), offset }
      case 'join':
        this.#at++
        return { kind: 'join', offset }
      case 'first':
      case 'last':
        this.#at++
        return { kind: text, count: this.#count(), offset }
      default:
        return this.#fail(OPERATIONS)
    }
  }

  #align(offset: number): Operation {
    const method = this.#next
    if (this.#takesWord('interpolate')) {
      this.#period()
      throw syntaxError(this.#text, method.offset, '`interpolate` is not implemented; use `mean_within`')
    }
    if (!this.#takesWord('mean_within')) this.#fail('`mean_within`')
    return { kind: 'align', method: 'mean_within', period: this.#period(), offset }
  }

  #period(): number {
    this.#expect('(')
    const literal = this.#literal('a duration, such as `5m`')
    if (literal.kind !== 'duration') throw syntaxError(this.#text, literal.offset, 'expected a duration, such as `5m`')
    if (literal.value <= 0) throw syntaxError(this.#text, literal.offset, 'the period must be longer than zero')
    this.#expect(')')
    return literal.value
  }

  #groups(): { fields: string[]; reducer: Reducer } {
    this.#expect('[')
    const fields: string[] = []
    while (this.#next.text !== ']' || this.#next.kind !== 'symbol') {
      fields.push(this.#word('the name of a field or `]`'))
      if (!this.#takes(',')) break
    }
    const { end } = this.#next
    this.#expect(']', '`,` or `]`')
    if (this.#next.kind !== 'symbol' || this.#next.text !== ',') return { fields, reducer: 'mean' }
    if (this.#next.offset !== end) throw syntaxError(this.#text, end, 'the comma must follow the bracket directly')
    this.#at++
    const reducer = this.#word('`mean` or `sum`')
    if (reducer === 'mean' || reducer === 'sum') return { fields, reducer }
    this.#at--
    return this.#fail('`mean` or `sum`')
  }

  #count(): number {
    const literal = this.#literal('how many points')
    const isCount = literal.kind === 'integer' && Number.isSafeInteger(literal.value) && literal.value > 0
    if (!isCount) throw syntaxError(this.#text, literal.offset, 'expected a whole number above 0')
    return literal.value as number
  }

  #or(): Expression {
    return this.#nested(() => this.#chain('||', 'or', () => this.#chain('&&', 'and', () => this.#xor())))
  }

  #xor(): Expression {
    return this.#chain('^', 'xor', () => this.#factor())
  }

  #chain(symbol: string, kind: 'and' | 'or' | 'xor', operand: () => Expression): Expression {
    let left = operand()
    while (this.#takes(symbol)) left = { kind, left, right: operand() }
    return left
  }

  #factor(): Expression {
    return this.#nested(() => {
      if (this.#takes('!')) return { kind: 'not', inner: this.#factor() }
      if (!this.#takes('(')) return this.#comparison()
      const inner = this.#or()
      this.#expect(')', '`&&`, `||`, `^` or `)`')
      return inner
    })
  }

  #comparison(): Expression {
    const { offset } = this.#next
    const identifier = this.#word('the name of a field, `timestamp`, `start_time` or `datum`')
    const operator = this.#next
    if (operator.kind !== 'symbol' || !COMPARE.has(operator.text)) this.#fail('a comparison such as `==`')
    this.#at++
    const literal = this.#literal('a literal: text in quotes, a number, a timestamp, `true` or `false`')
    return { kind: 'compare', identifier, operator: operator.text as CompareOperator, literal, offset }
  }

  #literal(wanted: string): Literal {
    const token = this.#next
    if (token.kind !== 'literal') return this.#fail(wanted)
    this.#at++
    return token.literal
  }

  #word(wanted: string): string {
    if (this.#next.kind !== 'word') this.#fail(wanted)
    return this.#tokens[this.#at++]!.text
  }

  #takesWord(word: string): boolean {
    const isNext = this.#next.kind === 'word' && this.#next.text === word
    if (isNext) this.#at++
    return isNext
  }

  #takes(symbol: string): boolean {
    const isNext = this.#next.kind === 'symbol' && this.#next.text === symbol
    if (isNext) this.#at++
    return isNext
  }

  #expect(symbol: string, wanted = `\`${symbol}\``) {
    if (!this.#takes(symbol)) this.#fail(wanted)
  }

  #nested<T>(rule: () => T): T {
    if (this.#depth >= MAX_NESTING)
      throw syntaxError(this.#text, this.#next.offset, `the query is nested more than ${MAX_NESTING} deep`)
    this.#depth++
    try {
      return rule()
    } finally {
      this.#depth--
    }
  }

  #fail(wanted: string): never {
    const { kind, text, offset } = this.#next
    throw syntaxError(this.#text, offset, `expected ${wanted}, found ${kind === 'end' ? text : `\`${text}\``}`)
  }
}
