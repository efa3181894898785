// The pieces of an upload, on every database: in order, recorded together, and never taken for written when they may be lost.
import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { BlockError } from '#drivers/blocks.ts'
import { makeControlPlane } from '../../plane/control-plane.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { bodyOf, fileOf, OCTETS, sha256, UPLOADS, work } from '../../testing/image-upload.ts'
import { makeStorage, type Storage } from '../../testing/storage.ts'
import type { Body } from '../../testing/talk.ts'

const MIB = 2 ** 20

async function* threeParts() {
  for (const part of [1, 2, 3]) yield new Uint8Array(1000).fill(part)
}

eachDatabase((_name, open) => {
  let w: Storage
  beforeEach(async () => {
    w = await makeStorage(await open())
  })

  const begin = (name: string, bytes: Uint8Array) => w.post(`${UPLOADS}?project=web`, bodyOf(name, fileOf(bytes)))
  const view = (id: string) => w.get(`${UPLOADS}/${id}`)
  const write = (id: string, offset: number, bytes: Uint8Array) =>
    w.admin.raw('PUT', `${UPLOADS}/${id}/content?offset=${offset}`, new Uint8Array(bytes), OCTETS)

  async function expectImage(name: string, bytes: Uint8Array): Promise<void> {
    await work(w)
    await w.settle()
    const { digest } = await w.get(`/v1/images/${name}?project=web`)
    expect(digest).toMatchObject({ value: sha256(bytes) })
  }

  test('pieces follow each other and stay within the file', async () => {
    const { id } = await begin('ordered', new Uint8Array(1000))
    await write(id, 0, new Uint8Array(500))
    expect((await write(id, 0, new Uint8Array(10))).body).toMatchObject({
      error_code: 'Conflict',
      message: 'image upload ordered continues at byte 500, not 0',
    })
    expect((await write(id, 500, new Uint8Array(501))).body.message).toBe('image upload ordered has only 1000 bytes')
    expect((await write(id, 500, new Uint8Array(500))).status).toBe(200)
    expect((await write(id, 0, new Uint8Array(10))).body.message).toBe(
      'image upload ordered is converting and takes no more bytes',
    )
  })

  test('the image gets the labels of its upload', async () => {
    const bytes = randomBytes(1000)
    const labeled = (labels: string[]) =>
      w.admin.raw('POST', `${UPLOADS}?project=web`, { ...bodyOf('tagged', fileOf(bytes)), labels })
    expect((await labeled(['two words'])).status).toBe(400)
    expect((await labeled(Array.from({ length: 17 }, (_, at) => `label-${at}`))).status).toBe(400)
    const { body } = await labeled(['web', 'env=prod', 'web'])
    expect(body.labels).toEqual(['env=prod', 'web'])
    await write(String(body.id), 0, bytes)
    await expectImage('tagged', bytes)
    expect(await w.get('/rackwright/labels/image/tagged?project=web')).toEqual({ labels: ['env=prod', 'web'] })
  })

  test('pieces that follow fast are recorded together, at most a second late', async () => {
    const bytes = randomBytes(4000)
    const { id } = await begin('fast', bytes)
    const piece = (number: number) => write(id, number * 1000, bytes.subarray(number * 1000, (number + 1) * 1000))
    await piece(0)
    expect((await piece(1)).body.received).toBe(2000)
    expect((await view(id)).received).toBe(1000)
    await w.clock.advance(1000)
    await piece(2)
    expect((await view(id)).received).toBe(3000)
    const gap = await write(id, 3500, bytes.subarray(3500))
    expect(gap).toMatchObject({
      status: 409,
      body: { message: 'image upload fast continues at byte 3000, not 3500' },
    })
  })

  const logged = async (target_id: string) => {
    const columns = ['operation', 'outcome', 'repeats'] as const
    const rows = w.host.db.read.selectFrom('event').select(columns).where('target_id', '=', target_id)
    return (await rows.orderBy('seq').execute()).map(({ operation, outcome, repeats }) => [
      operation ?? outcome,
      repeats,
    ])
  }

  test('the log tells once of all pieces: when they are complete, or given up', async () => {
    const complete = await begin('counted', new Uint8Array(4000))
    for (const offset of [0, 1000, 2000, 3000]) await write(complete.id, offset, new Uint8Array(1000))
    expect(await logged(complete.id)).toEqual([
      ['image_upload_create', null],
      ['image_upload_write', 4],
    ])
    const given = await begin('given-up', new Uint8Array(4000))
    await write(given.id, 0, new Uint8Array(1000))
    await w.clock.advance(1000)
    await write(given.id, 1000, new Uint8Array(1000))
    await w.admin.raw('DELETE', `${UPLOADS}/${given.id}`)
    expect(await logged(given.id)).toEqual([
      ['image_upload_create', null],
      ['image_upload_delete', 2],
    ])
    // a refusal is logged as ever
    expect((await write(complete.id, 0, new Uint8Array(10))).status).toBe(409)
    expect(await logged(complete.id)).toHaveLength(3)
  })

  test('the log tells once of an upload that fails, with its pieces', async () => {
    const { id } = await begin('unlucky', new Uint8Array(3000))
    for (const offset of [0, 1000, 2000]) await write(id, offset, new Uint8Array(1000))
    w.blocks.fail('clone', new BlockError('full', 'no space left'))
    await work(w)
    await w.settle()
    expect(await view(id)).toMatchObject({ state: 'failed' })
    expect(await logged(id)).toEqual([
      ['image_upload_create', null],
      ['image_upload_write', 3],
      ['failed', null],
    ])
  })

  /** Its process knows only what the database says. */
  const anotherProcess = () => {
    const plane = makeControlPlane({ ...w.host })
    return async (id: string, offset: number, bytes: Uint8Array): Promise<{ status: number; body: Body }> => {
      const request = new Request(`http://rack.test${UPLOADS}/${id}/content?offset=${offset}`, {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: OCTETS,
      })
      const response = await plane.fetch(request, { address: '127.0.0.1', secure: false, session: w.admin.session })
      return { status: response.status, body: (await response.json()) as Body }
    }
  }

  /** In parts, as a server hands it over. */
  async function writeParts(id: string, offset: number, body: AsyncIterable<Uint8Array>): Promise<[number, unknown]> {
    const url = `http://rack.test${UPLOADS}/${id}/content?offset=${offset}`
    const caller = { address: '127.0.0.1', secure: false, session: w.admin.session, body }
    const response = await makeControlPlane(w.host).fetch(new Request(url, { method: 'PUT', headers: OCTETS }), caller)
    return [response.status, ((await response.json()) as Body).message]
  }

  test('a piece that is cut off counts as far as it was written', async () => {
    const bytes = randomBytes(5000)
    const { id } = await begin('half', bytes)
    await write(id, 0, bytes.subarray(0, 1000))
    const cutOff = async function* () {
      yield bytes.subarray(1000, 2000)
      yield bytes.subarray(2000, 3000)
      throw new Error('the connection was reset')
    }
    expect(await writeParts(id, 1000, cutOff())).toEqual([400, 'request body ended before it was complete'])
    expect((await write(id, 3000, bytes.subarray(3000))).body).toMatchObject({ state: 'converting' })
    await expectImage('half', bytes)
  })

  test('a part that would end after the file is refused, and what came before it counts', async () => {
    const bytes = randomBytes(3000)
    const { id } = await begin('long', bytes)
    const tooLong = async function* () {
      yield bytes.subarray(0, 2000)
      yield new Uint8Array(1001)
    }
    expect(await writeParts(id, 0, tooLong())).toEqual([400, 'image upload long has only 3000 bytes'])
    await write(id, 2000, bytes.subarray(2000))
    await expectImage('long', bytes)
  })

  test('parts without end stop at the limit of a piece', async () => {
    const { id } = await begin('endless', new Uint8Array(8 * MIB))
    let parts = 0
    const endless = async function* () {
      for (; ; parts++) yield new Uint8Array(MIB)
    }
    const [status, message] = await writeParts(id, 0, endless())
    expect([status, message]).toEqual([400, `request body exceeded maximum size of ${4 * MIB} bytes`])
    expect(parts).toBe(4)
  })

  test('a part that cannot be written fails the piece, whatever follows', async () => {
    const { id } = await begin('full', new Uint8Array(3000))
    w.blocks.fail('write', new BlockError('full', 'no space left'))
    expect(await writeParts(id, 0, threeParts())).toEqual([507, expect.stringContaining('storage')])
  })

  test('after a power cut, it continues after what was recorded', async () => {
    const bytes = randomBytes(4000)
    const { id } = await begin('cut', bytes)
    await write(id, 0, bytes.subarray(0, 1000))
    await write(id, 1000, bytes.subarray(1000, 2000))
    // written, but never flushed
    await w.blocks.write(id, 1000, new Uint8Array(1000))
    const restarted = anotherProcess()
    expect(await restarted(id, 2000, bytes.subarray(2000))).toMatchObject({
      status: 409,
      body: { message: 'image upload cut continues at byte 1000, not 2000' },
    })
    expect((await restarted(id, 1000, bytes.subarray(1000))).body).toMatchObject({ state: 'converting' })
    await expectImage('cut', bytes)
  })

  test('what a failed flush may have lost is sent again', async () => {
    const bytes = randomBytes(3000)
    const { id } = await begin('lost', bytes)
    await write(id, 0, bytes.subarray(0, 1000))
    await write(id, 1000, bytes.subarray(1000, 2000))
    w.blocks.fail('flush', new BlockError('lost', 'written bytes are gone'))
    expect((await write(id, 2000, bytes.subarray(2000))).status).toBe(500)
    w.blocks.heal()
    expect((await write(id, 2000, bytes.subarray(2000))).status).toBe(409)
    expect((await write(id, 1000, bytes.subarray(1000))).body).toMatchObject({ state: 'converting' })
  })

  test('pieces that go to two replicas in turn arrive', async () => {
    const bytes = randomBytes(8000)
    const { id } = await begin('turns', bytes)
    const replicas = [write, anotherProcess()]
    let requests = 0
    for (let { received, state } = await view(id); state === 'receiving'; requests += 1) {
      const offset = Number(received)
      const { status, body } = await replicas[requests % 2]!(id, offset, bytes.subarray(offset, offset + 1000))
      ;({ received, state } = status === 409 ? await view(id) : body)
    }
    // some are sent again
    expect(requests).toBeLessThanOrEqual(3 * 8)
    await expectImage('turns', bytes)
  })

  test('runs of zeros are not sent', async () => {
    const bytes = Buffer.concat([Buffer.alloc(MIB), randomBytes(1000), Buffer.alloc(2 * MIB)])
    const { id } = await begin('sparse', bytes)
    const zeros = (offset: number, length: number) =>
      w.admin.raw('PUT', `${UPLOADS}/${id}/content?offset=${offset}&zeros=${length}`, new Uint8Array(), OCTETS)
    expect((await zeros(0, MIB)).body).toMatchObject({ received: MIB })
    expect((await write(id, MIB, bytes.subarray(MIB, MIB + 1000))).status).toBe(200)
    expect((await zeros(MIB + 1000, 2 * MIB + 1)).body.message).toContain('has only')
    const both = `${UPLOADS}/${id}/content?offset=${MIB + 1000}&zeros=1`
    expect((await w.admin.raw('PUT', both, new Uint8Array(1), OCTETS)).body.message).toBe(
      'a piece is either bytes or zeros',
    )
    expect((await zeros(MIB + 1000, 2 * MIB)).body).toMatchObject({ state: 'converting' })
    await expectImage('sparse', bytes)
  })
})
