// Keeps the last checkpoint of the audit log as a file in the data directory. Replicas share the directory, so each writes a file of
// its own and renames it: readers find one checkpoint or the other, never half of one.
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Checkpoint } from '#contract/audit-chain.ts'
import { type CheckpointKeeper, UnreadableCheckpoint } from '#control/frame/ports/checkpoint.ts'
import type { Random } from '#control/frame/ports/host.ts'

export const CHECKPOINT_NAME = 'audit-checkpoint'

export function keepCheckpointIn(file: string, random: Random): CheckpointKeeper {
  async function read(): Promise<Checkpoint | undefined> {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return undefined
    })
    return text === undefined ? undefined : parse(text)
  }

  async function write(checkpoint: Checkpoint): Promise<void> {
    const draft = `${file}.${random.uuid()}`
    try {
      await writeSynced(draft, `${JSON.stringify(checkpoint)}\n`)
      await rename(draft, file)
      await syncFolder()
    } finally {
      await rm(draft, { force: true })
    }
  }

  async function syncFolder(): Promise<void> {
    const folder = await open(dirname(file), 'r')
    await folder.sync().finally(() => folder.close())
  }

  return {
    read,
    async keep(checkpoint) {
      const known = await read()
      // two replicas can still pass each other here: then the next pass finds an older one, and keeps the newest again
      if (!known || known.number <= checkpoint.number) await write(checkpoint)
    },
    async replace(checkpoint) {
      if (checkpoint) return write(checkpoint)
      await rm(file, { force: true })
      await syncFolder()
    },
  }
}

function parse(text: string): Checkpoint {
  try {
    const found = JSON.parse(text) as Partial<Checkpoint>
    if (typeof found.number === 'number' && typeof found.hash === 'string') return found as Checkpoint
  } catch {
    // reported below
  }
  throw new UnreadableCheckpoint(`the file ${CHECKPOINT_NAME} in the data directory holds no checkpoint`)
}

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
