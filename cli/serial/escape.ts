// Filters typed input: extracts the commands after Ctrl-].

const ESCAPE = 0x1d

interface Keys {
  send: (bytes: Uint8Array) => void
  quit: () => void
  help: () => void
  resize: () => void
}

/** Keeps state across reads, because Ctrl-] may be the last byte of one. */
export function makeEscapes({ send, quit, help, resize }: Keys): (bytes: Uint8Array) => void {
  let isEscaped = false
  return (bytes) => {
    let plain: number[] = []
    const flush = () => {
      if (plain.length > 0) send(Uint8Array.from(plain))
      plain = []
    }
    for (const byte of bytes) {
      if (!isEscaped && byte !== ESCAPE) plain.push(byte)
      else if (!isEscaped) isEscaped = true
      else {
        isEscaped = false
        const key = String.fromCharCode(byte)
        if (byte === ESCAPE) plain.push(byte)
        else {
          flush()
          if (key === 'q' || key === '.') return quit()
          if (key === 'r') resize()
          else help()
        }
      }
    }
    flush()
  }
}
