// Bounds a JSON body before parsing and before schema validation. The schema reports every mistake in every entry, so a megabyte
// of empty objects would take a gigabyte of memory.

const MAX_DEPTH = 64
const MAX_LIST_LENGTH = 4096
const MAX_KEYS = 4096
/** A megabyte of genuine firewall rules has fewer. */
const MAX_VALUES = 100_000

const TOO_MANY_KEYS = `more than ${MAX_KEYS} keys in an object`

const [QUOTE, BACKSLASH, COMMA, OPEN_OBJECT] = [34, 92, 44, 123]
const isOpening = (code: number) => code === 91 || code === OPEN_OBJECT
const isClosing = (code: number) => code === 93 || code === 125

/**
 * One linear pass over the text: half a megabyte of brackets takes the parser half a second, and an object of 90,000 keys takes a
 * tenth of a second to build and list.
 */
export function textProblem(text: string): string | undefined {
  let values = 0
  /** Members of each open object so far; negative for lists, whose length is checked later. */
  const open: number[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (isClosing(code)) open.pop()
    else if (code === COMMA || isOpening(code)) {
      if (++values > MAX_VALUES) return `more than ${MAX_VALUES} values`
      if (code !== COMMA) {
        if (open.push(code === OPEN_OBJECT ? 1 : -Infinity) > MAX_DEPTH) return 'recursion limit exceeded'
      } else if (open.length > 0 && ++open[open.length - 1]! > MAX_KEYS) return TOO_MANY_KEYS
    }
  }
  return undefined
}

/** The closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}

/** PostgreSQL cannot store it, and SQLite truncates the text there. */
export const NULL_CHARACTER = 'a text may not contain the null character'
export const hasNull = (text: unknown) => typeof text === 'string' && text.includes('\u0000')

/** Undefined when the value is safe to validate; otherwise the limit it exceeds. Its text was checked before. */
export function boundsProblem(body: unknown): string | undefined {
  let values = 0

  function problem(value: unknown, depth: number): string | undefined {
    if (++values > MAX_VALUES) return `more than ${MAX_VALUES} values`
    if (typeof value !== 'object' || value === null) return hasNull(value) ? NULL_CHARACTER : undefined
    if (depth === MAX_DEPTH) return 'recursion limit exceeded'
    if (Array.isArray(value) && value.length > MAX_LIST_LENGTH)
      return `invalid length ${value.length}, expected a list of at most ${MAX_LIST_LENGTH} elements`
    for (const [key, member] of Object.entries(value)) {
      const found = hasNull(key) ? NULL_CHARACTER : problem(member, depth + 1)
      if (found) return found
    }
    return undefined
  }

  return problem(body, 0)
}
