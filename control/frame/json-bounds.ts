// How much a JSON body may hold, looked at before its schema is: a schema notes every fault of every entry, so that a
// megabyte of empty objects would cost the server a gigabyte, and anyone may send one.

const DEEPEST = 64
const LONGEST_LIST = 4096
/** A megabyte of honest firewall rules has fewer. */
const MOST_VALUES = 100_000

/** PostgreSQL cannot store it and SQLite ends the text there. */
export const NULL_CHARACTER = 'a text may not contain the null character'
export const hasNull = (text: unknown) => typeof text === 'string' && text.includes('\u0000')

/** Undefined when the value is of a size and depth that a schema may look at, otherwise what is wrong with it. */
export function boundsProblem(body: unknown): string | undefined {
  let values = 0

  function problem(value: unknown, depth: number): string | undefined {
    if (++values > MOST_VALUES) return `more than ${MOST_VALUES} values`
    if (typeof value !== 'object' || value === null) return hasNull(value) ? NULL_CHARACTER : undefined
    if (depth === DEEPEST) return 'recursion limit exceeded'
    if (Array.isArray(value) && value.length > LONGEST_LIST)
      return `invalid length ${value.length}, expected a list of at most ${LONGEST_LIST} elements`
    for (const [key, member] of Object.entries(value)) {
      const found = hasNull(key) ? NULL_CHARACTER : problem(member, depth + 1)
      if (found) return found
    }
    return undefined
  }

  return problem(body, 0)
}
