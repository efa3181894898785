// Downloads through the API, on every database: raw with ranges, sparse and resumed, and refused while the content can change.
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { GIB, importing, makeStorage, type Storage } from '../testing/storage.ts'

const MIB = 2 ** 20

/** What a client makes of the records. */
function applied(bytes: Uint8Array): { written: [offset: number, bytes: Buffer][]; end: number } {
  const all = Buffer.from(bytes)
  const written: [number, Buffer][] = []
  let end = 0
  for (let at = 0; at < all.length;) {
    const [offset, length] = [Number(all.readBigUInt64BE(at)), Number(all.readBigUInt64BE(at + 8))]
    if (length > 0) written.push([offset, all.subarray(at + 16, at + 16 + length)])
    end = offset + length
    at += 16 + length
  }
  return { written, end }
}

const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer())

eachDatabase((_name, open) => {
  describe('downloads', () => {
    let w: Storage
    let disk: string
    const data = randomBytes(512 * 1024)
    beforeAll(async () => {
      w = await makeStorage(await open())
      disk = (await w.disk('source', importing)).id
      await w.tell(`/v1/disks/${disk}/bulk-write-start`)
      const body = { offset: 5 * MIB, base64_encoded_data: data.toString('base64') }
      await w.tell(`/v1/disks/${disk}/bulk-write`, body)
      await w.tell(`/v1/disks/${disk}/bulk-write-stop`)
    })

    const fetch = (path: string, headers: Record<string, string> = {}) =>
      w.plane.fetch(new Request(`http://rack.test/rackwright/${path}`, { headers }), {
        address: '127.0.0.1',
        secure: false,
        session: w.admin.session,
      })

    test('a disk that may still change is refused', async () => {
      const message = 'disk source is import_ready: take a snapshot and download that'
      const refusal = await w.refused('GET', '/rackwright/disks/source/content?project=web')
      expect(refusal).toEqual([400, 'InvalidRequest', message])
      await w.tell(`/v1/disks/${disk}/finalize`, {})
    })

    test('a range, and the rest with the same entity tag', async () => {
      const part = await fetch('disks/source/content?project=web', { range: `bytes=${5 * MIB}-${5 * MIB + 99}` })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-range')).toBe(`bytes ${5 * MIB}-${5 * MIB + 99}/${GIB}`)
      expect(part.headers.get('content-disposition')).toBe('attachment; filename="source.raw"')
      expect((await bytesOf(part)).equals(data.subarray(0, 100))).toBe(true)
      const etag = part.headers.get('etag')!
      const rest = { range: `bytes=${5 * MIB + 100}-${5 * MIB + 199}`, 'if-range': etag }
      expect((await bytesOf(await fetch(`disks/${disk}/content`, rest))).equals(data.subarray(100, 200))).toBe(true)
      // written meanwhile, as by an instance: the tag is another one
      await w.host.volumes.write(disk, 0, Uint8Array.of(1))
      const changed = await fetch(`disks/${disk}/content`, { range: 'bytes=0-0' })
      expect(changed.headers.get('etag')).not.toBe(etag)
      await w.host.volumes.write(disk, 0, Uint8Array.of(0))
    })

    test('sparse, only what is not zero is sent, and it continues anywhere', async () => {
      const snapshot = { name: 'copy', description: '', disk: 'source' }
      await w.post('/v1/snapshots?project=web', snapshot)
      await w.settle()
      const whole = await fetch('snapshots/copy/content?project=web&sparse=true')
      expect(whole.headers.get('content-type')).toBe('application/vnd.rackwright.sparse')
      const { written, end } = applied(await bytesOf(whole))
      expect(end).toBe(GIB)
      expect(written.map(([offset]) => offset)).toEqual([5 * MIB])
      expect(written[0]![1].subarray(0, data.length).equals(data)).toBe(true)
      const later = await fetch(`snapshots/copy/content?project=web&sparse=true&offset=${5 * MIB + 1}`)
      expect(later.headers.get('etag')).toBe(whole.headers.get('etag'))
      expect(applied(await bytesOf(later)).written[0]![0]).toBe(5 * MIB + 1)
      const beyond = `/rackwright/snapshots/copy/content?project=web&sparse=true&offset=${GIB + 1}`
      expect((await w.refused('GET', beyond))[2]).toBe(`copy has only ${GIB} bytes`)
    })

    test('an image', async () => {
      const { id } = await w.get('/v1/snapshots/copy?project=web')
      const image = { name: 'image', description: '', os: 'debian', version: '13', source: { type: 'snapshot', id } }
      const made = await w.post('/v1/images?project=web', image)
      const part = await fetch(`images/${made.id}/content`, { range: `bytes=${5 * MIB}-${5 * MIB + 9}` })
      expect((await bytesOf(part)).equals(data.subarray(0, 10))).toBe(true)
    })
  })
})
