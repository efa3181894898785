// The progress of an upload: one line per chunk that the host has confirmed, and the image created from the disk. A crash loses at
// most the last chunks, which are sent again.
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { stateDir } from '../../config.ts'
import type { Environment } from '../../io.ts'

export interface Journal {
  /** The ID of the disk that the chunks are on; undefined before it exists. */
  disk: string | undefined
  done: ReadonlySet<number>
  /** The ID of the image, once it exists. */
  image: string | undefined
  begin: (disk: string) => void
  add: (chunk: number) => void
  setImage: (id: string) => void
  remove: () => void
}

/** One journal per host, disk and file contents. */
export function journalKey(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

const IMAGE = 'image '
const folderOf = (env: Environment) => join(stateDir(env), 'uploads')

/** Whether an unfinished upload made this disk or image. */
export function isUnfinished(env: Environment, id: string): boolean {
  const folder = folderOf(env)
  if (!existsSync(folder)) return false
  return readdirSync(folder).some((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n')
    return lines[0] === id || lines.includes(`${IMAGE}${id}`)
  })
}

export function openJournal(env: Environment, key: string): Journal {
  const folder = folderOf(env)
  const file = join(folder, `${key}.txt`)
  const [disk, ...lines] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  // the last line may be incomplete
  const whole = lines.slice(0, -1)
  const done = new Set(whole.map(Number).filter(Number.isInteger))
  return {
    disk: disk || undefined,
    done,
    image: whole.find((line) => line.startsWith(IMAGE))?.slice(IMAGE.length),
    begin(id) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      rmSync(file, { force: true })
      done.clear()
      appendFileSync(file, `${id}\n`, { mode: 0o600 })
    },
    add(chunk) {
      done.add(chunk)
      appendFileSync(file, `${chunk}\n`)
    },
    setImage: (id) => appendFileSync(file, `${IMAGE}${id}\n`),
    remove: () => rmSync(file, { force: true }),
  }
}
