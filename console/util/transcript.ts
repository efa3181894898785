// What a terminal was sent, kept to be saved as text: its scroll-back is lines on a screen, and forgets.

const MAX_BYTES = 32 * 1024 * 1024
const PART = 128 * 1024

// sequences that colour, move and ask, in the forms that terminals know; what is left is what was meant to be read
const controls =
  // oxlint-disable-next-line no-control-regex -- control characters are what it is about
  /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b]*\x1b\\|\x1b[ -/]*[0-~]|[\x00-\x07\x0b-\x0c\x0e-\x1f\x7f]/g

export class Transcript {
  #pieces: Uint8Array[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  add(bytes: Uint8Array): void {
    this.#pieces.push(bytes)
    this.#length += bytes.length
    // the oldest go first: a console left open for weeks must not eat the browser
    while (this.#length > MAX_BYTES) this.#length -= this.#pieces.shift()?.length ?? this.#length
  }

  clear(): void {
    this.#pieces = []
    this.#length = 0
  }

  text(): string {
    return [...this.texts()].join('')
  }

  /** The text in parts, each the work of a moment: all at once would stop the page for as long as it is long. */
  *texts(): Generator<string> {
    const decoder = new TextDecoder()
    let raw = ''
    // of what is there now; more may come while somebody takes a break between two parts
    for (const piece of this.#pieces.slice()) {
      raw += decoder.decode(piece, { stream: true })
      if (raw.length < PART) continue
      // sequences do not go on in the next line
      const end = raw.lastIndexOf('\n') + 1
      yield clean(raw.slice(0, end))
      raw = raw.slice(end)
    }
    yield clean(raw + decoder.decode())
  }
}

function clean(raw: string): string {
  return backspaced(raw.replaceAll('\r\n', '\n').replaceAll(controls, ''))
    .replaceAll(/[^\n]*\r/g, '')
    .replaceAll('\b', '')
}

/** A character that was typed and taken back is not there. */
function backspaced(text: string): string {
  let before
  do {
    before = text
    text = text.replaceAll(/[^\n\b][\b]/g, '')
  } while (text !== before)
  return text
}
