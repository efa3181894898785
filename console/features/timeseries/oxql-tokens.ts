// The parts of an OxQL text that are shown in different colors.

export type TokenKind = 'operation' | 'literal' | 'name' | 'text'

export interface Token {
  kind: TokenKind
  text: string
}

const patterns: readonly [TokenKind, RegExp][] = [
  ['literal', /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|@[\w:.()-]+|\b\d[\w.]*/y],
  ['name', /[a-z][a-z0-9_]*:[a-z][a-z0-9_]*/y],
  ['operation', /\b(?:get|filter|align|group_by|join|first|last|mean_within|sum|mean)\b/y],
  ['text', /[a-zA-Z_]\w*|\s+|[^]/y],
]

/** Joined again, the tokens are the text. */
export function oxqlTokens(text: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length;) {
    const [kind, found] = tokenAt(text, at)
    const last = tokens.at(-1)
    if (last?.kind === kind && kind === 'text') last.text += found
    else tokens.push({ kind, text: found })
    at += found.length
  }
  return tokens
}

function tokenAt(text: string, at: number): [TokenKind, string] {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found) return [kind, found]
  }
  return ['text', text.charAt(at)]
}
