// A directory for what programs must read from files, such as a private key. It exists only as long as it is used; what a killed server
// has left is removed by the next one.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getuid, kill, pid } from 'node:process'

const PREFIX = 'rackwright-restic-'
let swept: Promise<void> | undefined

export async function* withFolder<T>(work: (folder: string) => AsyncGenerator<T>): AsyncGenerator<T> {
  await (swept ??= sweep())
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${pid}-`))
  try {
    yield* work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the directories of processes that have ended. */
export async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const id = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length)) : NaN
    if (!(id > 0) || isAlive(id)) continue
    const path = join(tmpdir(), name)
    const isOurs = await stat(path).then(
      ({ uid }) => uid === getuid?.(),
      () => false,
    )
    if (isOurs) await rm(path, { recursive: true, force: true })
  }
}

/** A process of somebody else counts too. */
function isAlive(id: number): boolean {
  try {
    return kill(id, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
