// Records terminal output to save as text, because the terminal's own scrollback is limited.

const MAX_BYTES = 32 * 1024 * 1024
const PART = 128 * 1024

// escape sequences for colors, cursor movement and queries; what remains is readable text
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
    // drop the oldest first: a console left open for weeks must not exhaust the browser's memory
    while (this.#length > MAX_BYTES) this.#length -= this.#pieces.shift()?.length ?? this.#length
  }

  clear(): void {
    this.#pieces = []
    this.#length = 0
  }

  text(): string {
    return [...this.texts()].join('')
  }

  /** Yields the text in parts, because converting it all at once would block the page. */
  *texts(): Generator<string> {
    const decoder = new TextDecoder()
    let raw = ''
    // only what exists now; more may arrive between two parts
    for (const piece of this.#pieces.slice()) {
      raw += decoder.decode(piece, { stream: true })
      if (raw.length < PART) continue
      // sequences do not continue on the next line
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

/** Applies backspaces. */
function backspaced(text: string): string {
  let before
  do {
    before = text
    text = text.replaceAll(/[^\n\b][\b]/g, '')
  } while (text !== before)
  return text
}
