// Large chunks over HTTP, whose buffers are used again: none may show what another one left in it, whatever shape it has
// and however it ends.
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeStorage } from '#control/testing/storage.ts'
import { openFileBlocks } from '../storage/blocks-files.ts'
import { givePlaceBack, takePlace } from './chunk-memory.ts'
import { serveControl } from '../testing.ts'

const CHUNK = 512 * 1024
const folder = mkdtempSync(join(tmpdir(), 'rackwright-bulk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const idle = () => {
  const taken = Array.from({ length: 100 }, takePlace).filter((place) => place !== undefined)
  taken.forEach(givePlaceBack)
  return taken.length
}

eachDatabase(
  (_name, open) => {
    test(
      'chunks of every shape, refused ones and broken ones leave the others alone',
      { timeout: 60_000 },
      async () => {
        const blocks = await openFileBlocks(folder)
        const w = await makeStorage(await open(), { blocks })
        const host = await serveControl(w.plane)
        const { id } = await w.disk('in', { disk_source: { type: 'importing_blocks', block_size: 512 } })
        await w.tell(`/v1/disks/${id}/bulk-write-start`)
        const path = `/v1/disks/${id}/bulk-write`
        const headers = { 'content-type': 'application/json', cookie: `session=${w.admin.session}` }
        const send = async (body: string) => {
          const reply = await fetch(new URL(path, host.url), { method: 'POST', headers, body })
          return [reply.status, await reply.text()] as const
        }
        const filled = (number: number, length = CHUNK) => Buffer.alloc(length, `chunk ${number}?~\xff`, 'latin1')
        const base64 = (number: number, length?: number) => filled(number, length).toString('base64')
        const plain = (number: number, length?: number) =>
          `{"offset":${number * CHUNK},"base64_encoded_data":"${base64(number, length)}"}`
        const giveUp = (length: number) =>
          new Promise<void>((resolve) => {
            const { hostname, port } = new URL(host.url)
            const socket = connect(Number(port), hostname)
            const lines = [`POST ${path} HTTP/1.1`, `host: ${hostname}`, `cookie: ${headers.cookie}`]
            socket.write([...lines, 'content-type: application/json', `content-length: ${length}`, '', ''].join('\r\n'))
            socket.write('x'.repeat(length / 2), () => socket.destroy())
            socket.on('close', () => resolve())
          })

        const oddHost = () =>
          new Promise<string>((resolve) => {
            const { hostname, port } = new URL(host.url)
            const socket = connect(Number(port), hostname)
            const lines = [`POST ${path} HTTP/1.1`, 'host: a b', 'connection: close', 'content-type: application/json']
            socket.write([...lines, 'content-length: 600000', '', 'x'.repeat(600_000)].join('\r\n'))
            let reply = ''
            socket.on('data', (part) => (reply += String(part)))
            socket.on('close', () => resolve(reply))
          })

        const places = idle()
        const replies = await Promise.all([
          send(plain(0)),
          send(`{ "base64_encoded_data" : "${base64(1).replaceAll('/', '\\/')}" , "offset" : ${CHUNK} }`),
          giveUp(600_000),
          giveUp(6_000),
          send(plain(2, CHUNK - 512)),
          send(plain(3).replace('A', '*')),
          send(plain(4).replace('}', ',"more":1}')),
          send(plain(5).slice(0, -2)),
          send(JSON.stringify({ offset: 1, base64_encoded_data: base64(6) })),
          send(plain(7)),
          send(plain(8)),
        ])
        expect(await oddHost()).toMatch(/^HTTP\/1.1 400 /)
        expect(idle()).toBe(places)
        const answers = replies.filter((reply) => reply !== undefined)
        expect(answers.map(([status]) => status)).toEqual([204, 204, 204, 400, 204, 400, 400, 204, 204])
        const told = answers.map(([, text]) => text)
        expect(told[3]).toContain('error base64 decoding data: ')
        expect(told[5]).toContain('unable to parse JSON body: ')
        expect(told[6]).toContain('Offset not block aligned')
        for (const [number, length] of [[0], [1], [2, CHUNK - 512], [4], [7], [8]] as [number, number?][]) {
          const stored = await blocks.read(id, number * CHUNK, length ?? CHUNK)
          expect(Buffer.compare(stored, filled(number, length)), `chunk ${number}`).toBe(0)
        }
        for (const number of [3, 5])
          expect((await blocks.read(id, number * CHUNK, CHUNK)).every((byte) => byte === 0)).toBe(true)
        await host.close()
        await blocks.close()
        // one who hangs up is no error of ours, whether a place was taken for the body or not
        expect(w.errors).toEqual([])
      },
    )
  },
  ['libsql'],
)
