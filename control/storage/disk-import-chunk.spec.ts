// Chunks side by side, where the database takes its time to answer: what one of them knows must not be lost to another.
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { eachDatabase } from '../testing/databases.ts'
import { eventually, importing, makeStorage } from '../testing/storage.ts'

/** Each answer about chunks waits for the next of these. */
function slowed(db: Database, turns: Promise<void>[]): Database {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some((row) => 'chunk_offset' in row)) await turns.shift()
      return result
    },
  }
  return { ...db, read: db.read.withPlugin(plugin) }
}

function turn() {
  const listeners: (() => void)[] = []
  const come = new Promise<void>((resolve) => listeners.push(resolve))
  return { come, call: () => listeners.forEach((listener) => listener()) }
}

const chunk = (offset: number, length: number) => ({
  offset,
  base64_encoded_data: Buffer.alloc(length, 7).toString('base64'),
})

eachDatabase(
  (_name, open) => {
    test('a chunk that was asked about long ago does not make others forget those that came since', async () => {
      const turns: Promise<void>[] = []
      const w = await makeStorage(slowed(await open(), turns))
      const { id } = await w.disk('in', importing)
      const at = `/v1/disks/${id}/bulk-write`
      await w.tell(`/v1/disks/${id}/bulk-write-start`)
      await w.tell(at, chunk(0, 512))

      const [first, second] = [turn(), turn()]
      turns.push(first.come)
      const slow = w.tell(at, chunk(1024, 512))
      await eventually(() => turns.length === 0)
      await w.tell(at, chunk(4096, 512))
      turns.push(second.come)
      first.call()
      await eventually(() => turns.length === 0)
      const overlapping = w.refused('POST', at, chunk(4096, 1024)).finally(second.call)
      expect(await overlapping).toEqual([
        400,
        'InvalidRequest',
        'data at offset 4096 overlaps what was written at offset 4096',
      ])
      await slow
      expect(w.errors).toEqual([])
    })
  },
  // the third has one connection for all, and whoever waits there holds up the others
  ['libsql', 'postgres'],
)
