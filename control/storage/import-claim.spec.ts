// Chunks of one import at two replicas: they cannot overlap, and an import does not stop while one is being written.
import { expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { seededRandom } from '../testing/ports.ts'
import { eventually, importing, makeStorage, storageOf } from '../testing/storage.ts'
import { makeWorld } from '../testing/world.ts'

const chunk = (offset: number, length: number) => ({
  offset,
  base64_encoded_data: Buffer.alloc(length, 7).toString('base64'),
})

eachDatabase(
  (_name, open) => {
    async function setUp() {
      const db = await open()
      const one = await makeStorage(db)
      const { blocks, clock } = one
      const world = await makeWorld(db, { volumes: blocks, clock, random: seededRandom(2) }, one.admin.session)
      const two = storageOf(world, blocks)
      const { id } = await one.disk('in', importing)
      const at = `/v1/disks/${id}`
      await two.tell(`${at}/bulk-write-start`)
      /** Sends a chunk to the first replica that is not written until the returned function is called. */
      async function slowly(body: object) {
        const release = blocks.hold('write')
        const calls = blocks.calls('write')
        const answer = one.admin.raw('POST', `${at}/bulk-write`, body)
        await eventually(() => blocks.calls('write') > calls)
        return { release, answer }
      }
      const passing = async (isDone: () => boolean, step: number) =>
        eventually(async () => {
          await clock.advance(step)
          return isDone()
        })
      const claims = () => db.read.selectFrom('disk_import_claim').selectAll().execute()
      return { one, two, at, slowly, passing, claims }
    }

    test('a chunk that overlaps a pending one elsewhere is refused, a retry is not', async () => {
      const { one, two, at, slowly, claims } = await setUp()
      const { release, answer } = await slowly(chunk(1024, 1024))
      expect(await two.refused('POST', `${at}/bulk-write`, chunk(1536, 1024))).toEqual([
        400,
        'InvalidRequest',
        'data at offset 1536 overlaps what was written at offset 1024',
      ])
      const again = two.admin.raw('POST', `${at}/bulk-write`, chunk(1024, 1024))
      await eventually(() => one.blocks.calls('write') === 2)
      release()
      expect([(await answer).status, (await again).status]).toEqual([204, 204])
      await two.tell(`${at}/bulk-write`, chunk(2048, 512))
      expect(await claims()).toEqual([])
      expect([...one.errors, ...two.errors]).toEqual([])
    })

    test('stopping waits for chunks that another replica is writing', async () => {
      const { one, two, at, slowly, passing } = await setUp()
      const { release, answer } = await slowly(chunk(0, 512))
      let isStopped = false
      const stopping = two.tell(`${at}/bulk-write-stop`).then(() => (isStopped = true))
      for (let turn = 0; turn < 10; turn++) await passing(() => true, 50)
      expect(isStopped).toBe(false)
      release()
      expect((await answer).status).toBe(204)
      await passing(() => isStopped, 50)
      await stopping
      expect((await one.admin.raw('POST', `${at}/bulk-write`, chunk(512, 512))).status).toBe(400)
      expect([...one.errors, ...two.errors]).toEqual([])
    })

    test('does not wait for a replica that crashed or is too slow', async () => {
      const { one, two, at, slowly, passing, claims } = await setUp()
      const { release, answer } = await slowly(chunk(0, 512))
      let isStopped = false
      const stopping = two.tell(`${at}/bulk-write-stop`).then(() => (isStopped = true))
      await passing(() => isStopped, 5000)
      await stopping
      expect(await claims()).toEqual([])
      release()
      expect((await answer).status).toBe(400)
      expect([...one.errors, ...two.errors]).toEqual([])
    })
  },
  ['postgres'],
)
