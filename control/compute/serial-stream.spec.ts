// The serial console's stream with offsets: what a viewer is told, and resuming after a lost connection.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Socket } from '../frame/ports/streams.ts'
import { makeCompute, until, type Compute, onSled } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import type { Person } from '../testing/world.ts'

interface Viewer {
  frames: (Uint8Array | string)[]
  text(): string
  bytes(): number
  places(): number[]
  closed: { code: number; reason: string } | undefined
  leave(): void
}

eachDatabase((_name, open) => {
  describe('the stream with offsets', () => {
    let world: Compute
    let id: string

    beforeEach(async () => {
      world = await makeCompute(await open())
      id = (await world.make('talker', { start: true })).id
      await world.reach(id, 'running')
    })

    const path = (query = '') => `http://rack.test/rackwright/instances/${id}/serial-console${query}`

    async function view(query = '', person: Person = world.admin): Promise<Viewer> {
      const caller = { address: '127.0.0.1', secure: false, session: person.session }
      const accepted = await world.plane.upgrade(new Request(path(query)), caller)
      if (typeof accepted !== 'function') throw new Error(`refused: ${accepted.status} ${await accepted.text()}`)
      let left: (() => void) | undefined
      const viewer: Viewer = {
        frames: [],
        closed: undefined,
        text: () => viewer.frames.map((one) => (typeof one === 'string' ? '' : new TextDecoder().decode(one))).join(''),
        bytes: () => viewer.text().length,
        places: () =>
          viewer.frames.flatMap((one) =>
            typeof one === 'string' ? [(JSON.parse(one) as { offset: number }).offset] : [],
          ),
        leave: () => left?.(),
      }
      const socket: Socket = {
        send: (data) => void viewer.frames.push(data),
        buffered: () => 0,
        close(code, reason) {
          viewer.closed = { code, reason }
          left?.()
        },
        onMessage: () => undefined,
        onClose: (given) => (left = given),
      }
      accepted(socket)
      return viewer
    }
    const shows = (viewer: Viewer, text: string) =>
      until(world, `the viewer to show ${text}`, async () => viewer.text().includes(text))

    test('a viewer that reconnects with its offset gets exactly what it missed', async () => {
      const first = await view('?most_recent=262144')
      await shows(first, 'login:')
      expect(first.places()).toEqual([0])
      const seen = first.bytes()
      first.leave()
      const meanwhile = await view(`?from_start=${seen}`)
      const port = (await world.host.machines.console(onSled(id)))!
      await port.write(new TextEncoder().encode('echo while you were away\r'))
      await shows(meanwhile, 'while you were away\r\n')
      await until(world, 'a prompt', async () => meanwhile.text().endsWith('login: '))
      const back = await view(`?from_start=${seen}`)
      await until(world, 'what was missed', async () => back.text() === meanwhile.text())
      expect(back.places()).toEqual([seen])
      expect(meanwhile.places()).toEqual([seen])
    })

    test('dropped output is skipped, and the viewer is told', async () => {
      const viewer = await view()
      await shows(viewer, 'login:')
      const seen = viewer.bytes()
      viewer.leave()
      const port = (await world.host.machines.console(onSled(id)))!
      await port.write(new TextEncoder().encode('yes-flood 4096\r'))
      const back = await view(`?from_start=${seen}`)
      await until(world, 'the end of the flood', async () => back.text().endsWith('login: '))
      const [begin, jump, ...others] = back.places()
      expect(others).toEqual([])
      expect(begin).toBe(seen)
      expect(jump).toBeGreaterThan(1_048_576)
      expect(jump! + back.bytes() - (1_048_576 - seen)).toBeGreaterThan(4096 * 1024)
    })

    test('plain HTTP, anonymous callers and users without a role are refused', async () => {
      const plain = await world.admin.raw('GET', path().replace('http://rack.test', ''))
      expect(plain.status).toBe(400)
      expect(plain.body.message).toMatch(/^expected connection upgrade/)
      await expect(view('', world.anonymous)).rejects.toThrow('refused: 401')
      await expect(view('?from_start=x')).rejects.toThrow('refused: 400')
      await world.act(id, 'stop')
      await world.reach(id, 'stopped')
      const late = await view()
      expect(await until(world, 'the refusal', async () => late.closed)).toEqual({
        code: 1011,
        reason: 'instance is stopped and has no active serial console server',
      })
    })
  })
})
