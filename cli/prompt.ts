// Asks for a secret on the terminal without showing it.
import { CliError, EXIT } from './failure.ts'
import { write, type Io } from './io.ts'

const ENTER = /[\r\n]/
const INTERRUPT = '\u0003'
const ERASE = /[\b\u007f]/

export async function askSecret({ stdin, stderr }: Io, label: string): Promise<string> {
  await write(stderr, `${label}: `)
  stdin.setRawMode?.(true)
  let text = ''
  try {
    for await (const part of stdin.iterator({ destroyOnReturn: false })) {
      for (const key of String(part)) {
        if (ENTER.test(key)) return text
        if (key === INTERRUPT) throw new CliError(EXIT.interrupted, 'interrupted')
        text = ERASE.test(key) ? text.slice(0, -1) : text + key
      }
    }
    return text
  } finally {
    stdin.setRawMode?.(false)
    stdin.pause()
    await write(stderr, '\n')
  }
}
