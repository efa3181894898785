// A progress bar on a terminal; elsewhere a line at every ten percent.
import type { Io } from '../io.ts'
import { sizeText } from '../size.ts'

const WIDTH = 30

export interface Progress {
  set: (bytes: number) => void
  end: () => void
}

export function makeProgress({ stderr }: Io, label: string, total: number): Progress {
  let shown = ''
  const draw = (bytes: number) => {
    const part = Math.min(1, bytes / total)
    const percent = Math.floor(part * 100)
    const filled = Math.round(part * WIDTH)
    const text = stderr.isTTY
      ? `${label} [${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${percent}% of ${sizeText(total)}`
      : `${label} ${Math.floor(percent / 10) * 10}%`
    if (text === shown) return
    shown = text
    stderr.write(stderr.isTTY ? `\r${text}\u001b[K` : `${text}\n`)
  }
  draw(0)
  return { set: draw, end: () => void (stderr.isTTY && stderr.write('\n')) }
}
