// Cuts a stream of JSON objects that follow each other without a separator.

/** A database of a large installation is sent as one object. What never ends must not fill the memory. */
const MAX_CHARACTERS = 512 * 1024 * 1024

const [QUOTE, BACKSLASH, OPEN, CLOSE] = ['"', '\\', '{', '}'].map((one) => one.charCodeAt(0))

/** `broken` is called when what arrives is no JSON, or too much of it. */
export function splitObjects(each: (value: unknown) => void, broken: () => void): (text: string) => void {
  let parts: string[] = []
  let length = 0
  let depth = 0
  let isQuoted = false
  let isEscaped = false

  return (text) => {
    let start = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (isEscaped) isEscaped = false
      else if (isQuoted) {
        if (code === BACKSLASH) isEscaped = true
        else if (code === QUOTE) isQuoted = false
      } else if (code === QUOTE) isQuoted = true
      else if (code === OPEN) depth++
      else if (code === CLOSE && --depth === 0) {
        const whole = [...parts, text.slice(start, at + 1)].join('')
        parts = []
        length = 0
        start = at + 1
        let value: unknown
        try {
          value = JSON.parse(whole)
        } catch {
          return broken()
        }
        each(value)
      }
    }
    const rest = text.slice(start)
    if (rest === '') return
    parts.push(rest)
    length += rest.length
    if (length > MAX_CHARACTERS) broken()
  }
}
