// Finds the position of a value in JSON text, so that an error can name its line and column.

export function positionOf(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let start = -1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++
    start = at
  }
  return { line, column: offset - start }
}

/** The offset of the value at `path` in valid JSON; if it is missing, of the nearest enclosing value. */
export function locate(text: string, path: readonly PropertyKey[]): number {
  const space = /\s*/y
  const string = /"(?:[^"\\]|\\.)*"/y
  const scalar = /[^\s,\]}]+/y
  let at = 0

  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }

  function skipValue(): void {
    skip(space)
    if (text[at] === '"') skip(string)
    else if (text[at] === '{' || text[at] === '[') members(() => false)
    else skip(scalar)
  }

  /** Skips members of the current container until `wanted` matches, and stops before that member's value. */
  function members(wanted: (key: string | number) => boolean): boolean {
    const close = text[at] === '{' ? '}' : ']'
    at++
    for (let index = 0; ; index++) {
      skip(space)
      if (text[at] === close || at >= text.length) {
        at++
        return false
      }
      let key: string | number = index
      if (close === '}') {
        key = JSON.parse(skip(string)) as string
        skip(space)
        at++
      }
      skip(space)
      if (wanted(key)) return true
      skipValue()
      skip(space)
      if (text[at] === ',') at++
    }
  }

  skip(space)
  for (const step of path) {
    const start = at
    if ((text[at] !== '{' && text[at] !== '[') || !members((key) => key === step)) return start
  }
  return at
}
