// Parallel chunks on a slow database: a chunk keeps its claim during the lookup of recorded chunks.
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { eachDatabase } from '../testing/databases.ts'
import { eventually, importing, makeStorage } from '../testing/storage.ts'

/** Each query that lists chunks waits for the next of these promises. */
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

const chunk = (offset: number, length: number) => ({
  offset,
  base64_encoded_data: Buffer.alloc(length, 7).toString('base64'),
})

const overlaps = (offset: number, other: number) => [
  400,
  'InvalidRequest',
  `data at offset ${offset} overlaps what was written at offset ${other}`,
]

eachDatabase(
  (_name, open) => {
    test('a chunk that waits for the database keeps its range claimed', async () => {
      const turns: Promise<void>[] = []
      const w = await makeStorage(slowed(await open(), turns))
      const { id } = await w.disk('in', importing)
      const at = `/v1/disks/${id}/bulk-write`
      await w.tell(`/v1/disks/${id}/bulk-write-start`)
      await w.tell(at, chunk(0, 512))

      let proceed: (() => void) | undefined
      turns.push(new Promise((resolve) => (proceed = resolve)))
      const slow = w.tell(at, chunk(1024, 1024))
      await eventually(() => turns.length === 0)
      expect(await w.refused('POST', at, chunk(1536, 1024))).toEqual(overlaps(1536, 1024))
      await w.tell(at, chunk(4096, 512))
      proceed?.()
      await slow
      expect(await w.refused('POST', at, chunk(1536, 1024))).toEqual(overlaps(1536, 1024))
      expect(await w.refused('POST', at, chunk(4096, 1024))).toEqual(overlaps(4096, 4096))
      expect(w.errors).toEqual([])
    })
  },
  // wasm has a single connection, so a waiting query would block all others
  ['libsql', 'postgres'],
)
