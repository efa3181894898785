// The serial console: history, and the stream with its close codes, viewers and backpressure.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Socket } from '../frame/ports/streams.ts'
import { breath, makeCompute, until, type Compute, onSled } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import type { Person } from '../testing/world.ts'

interface Viewer {
  text(): string
  frames: Uint8Array[]
  closed: { code: number; reason: string } | undefined
  type(data: string | Uint8Array): void
  leave(): void
  /** The client does not read, so sent bytes accumulate. */
  stalled: boolean
  buffered(): number
}

eachDatabase((_name, open) => {
  describe('the serial console', () => {
    let world: Compute
    let id: string

    beforeEach(async () => {
      world = await makeCompute(await open())
      id = (await world.make('talker', { start: true })).id
      await world.reach(id, 'running')
    })
    afterEach(() => expect(world.errors).toEqual([]))

    const history = (query: string) => world.admin.raw('GET', `/v1/instances/${id}/serial-console?${query}`)
    const path = (more = '') => `http://rack.test/v1/instances/${id}/serial-console/stream${more}`
    const upgrade = (url: string, person: Person = world.admin, address = '127.0.0.1') =>
      world.plane.upgrade(new Request(url), { address, secure: false, session: person.session })

    async function view(url = path(), person?: Person, address?: string): Promise<Viewer> {
      const accepted = await upgrade(url, person, address)
      if (typeof accepted !== 'function') throw new Error(`refused: ${accepted.status} ${await accepted.text()}`)
      let listener: ((data: Uint8Array | string) => void) | undefined
      let left: (() => void) | undefined
      let unread = 0
      const viewer: Viewer = {
        frames: [],
        closed: undefined,
        stalled: false,
        text: () => viewer.frames.map((frame) => new TextDecoder().decode(frame)).join(''),
        type: (data) => listener?.(typeof data === 'string' ? new TextEncoder().encode(data) : data),
        leave: () => left?.(),
        buffered: () => unread,
      }
      const socket: Socket = {
        send(data) {
          if (viewer.stalled) unread += data.length
          viewer.frames.push(data as Uint8Array)
        },
        buffered: () => unread,
        close(code, reason) {
          viewer.closed = { code, reason }
          left?.()
        },
        onMessage: (given) => (listener = given),
        onClose: (given) => (left = given),
      }
      accepted(socket)
      return viewer
    }
    const shows = (viewer: Viewer, text: string) =>
      until(world, `the viewer to show ${text}`, async () => viewer.text().includes(text))
    const closes = (viewer: Viewer) => until(world, 'the viewer to be closed', async () => viewer.closed)

    test('ends when the address of the viewer is removed from the allow list', async () => {
      const [inside, outside] = [await view(), await view(path(), world.admin, '192.0.2.1')]
      await shows(outside, 'talker')
      const allowed_ips = { allow: 'list', ips: ['127.0.0.0/8'] }
      await world.ok('PUT', '/v1/system/networking/allow-list', { allowed_ips })
      expect(await closes(outside)).toEqual({ code: 1011, reason: 'Forbidden' })
      expect(inside.closed).toBeUndefined()
      expect(await upgrade(path(), world.admin, '192.0.2.1')).toMatchObject({ status: 403 })
      inside.leave()
    })

    test('history from the start, from the end and in parts', async () => {
      await until(world, 'a login prompt', async () => {
        const { body } = await history('most_recent=4096')
        return new TextDecoder().decode(Uint8Array.from(body.data as number[])).includes('talker login:')
      })
      const all = (await history('from_start=0&max_bytes=1000000')).body as { data: number[]; last_byte_offset: number }
      expect(all.last_byte_offset).toBe(all.data.length)
      const piece = (await history('from_start=10&max_bytes=20')).body
      expect(piece).toEqual({ data: all.data.slice(10, 30), last_byte_offset: 30 })
      expect((await history('most_recent=5')).body).toEqual({
        data: all.data.slice(-5),
        last_byte_offset: all.data.length,
      })
      expect((await history('most_recent=99999999&max_bytes=7')).body).toEqual({
        data: all.data.slice(0, 7),
        last_byte_offset: 7,
      })
      expect((await history('from_start=99999999')).body).toEqual({ data: [], last_byte_offset: all.data.length })
      // clients with 64-bit numbers send this to mean everything
      const most = '18446744073709551615'
      expect((await history(`most_recent=${most}&max_bytes=${most}`)).body).toEqual(all)
      for (const query of ['', 'from_start=0&most_recent=1']) {
        const refused = await history(query)
        expect(refused.status).toBe(400)
        expect(refused.body).toMatchObject({
          error_code: 'InvalidRequest',
          message: 'give either from_start or most_recent, and not both',
        })
      }
    })

    test('reading dropped output is refused with the offset to continue from', async () => {
      const viewer = await view()
      await shows(viewer, 'login:')
      viewer.leave()
      const port = (await world.host.machines.console(onSled(id)))!
      await port.write(new TextEncoder().encode('yes-flood 4096\r'))
      const { status, body } = await history('from_start=1100000')
      expect(status).toBe(400)
      expect(body.message).toMatch(
        /^the output from byte 1048576 up to byte (\d+) is no longer kept; read on from byte \1$/,
      )
    })

    test('plain HTTP, bad queries and callers without access are refused before the upgrade', async () => {
      const plain = await world.admin.raw('GET', `/v1/instances/${id}/serial-console/stream`)
      expect(plain.status).toBe(400)
      expect(plain.body.message).toMatch(/^expected connection upgrade/)
      const stranger = (await upgrade(path(), world.anonymous)) as Response
      expect(stranger.status).toBe(401)
      expect(await stranger.json()).toMatchObject({ error_code: 'Unauthorized' })
      expect(((await upgrade(path('?most_recent=x'))) as Response).status).toBe(400)
      expect(((await upgrade('http://rack.test/v1/projects')) as Response).status).toBe(400)
      expect(((await upgrade('http://rack.test/v1/nothing')) as Response).status).toBe(404)
    })

    test('the close frame says what is wrong with the instance', async () => {
      const missing = await view('http://rack.test/v1/instances/missing/serial-console/stream?project=web')
      expect(await closes(missing)).toEqual({ code: 1011, reason: 'not found: instance with name "missing"' })
      const both = await view(path('?project=web'))
      expect(await closes(both)).toEqual({
        code: 1011,
        reason: 'when providing instance as an ID project should not be specified',
      })
      await world.act(id, 'stop')
      expect(await closes(await view())).toEqual({
        code: 1011,
        reason: 'cannot connect to serial console of instance in state "stopping"',
      })
      await world.reach(id, 'stopped')
      const stopped = await closes(await view())
      expect(stopped).toEqual({ code: 1011, reason: 'instance is stopped and has no active serial console server' })
    })

    test('several viewers see the same output, each from its own offset, and all can type', async () => {
      const first = await view()
      await shows(first, 'talker login:')
      const second = await view(path('?most_recent=14'))
      await shows(second, 'login:')
      expect(second.text().length).toBeLessThan(30)
      first.type('ada\r')
      await shows(second, 'ada@talker:~$ ')
      second.type('echo hello there\r')
      await shows(first, '\r\nhello there\r\n')
      second.leave()
      first.type('whoami\r')
      await shows(first, '\r\nada\r\n')
      expect(second.text()).not.toContain('whoami')
      expect(first.frames.every((frame) => frame.length <= 16_384)).toBe(true)
    })

    test('it continues through a reboot and ends when the guest stops', async () => {
      const viewer = await view()
      await shows(viewer, 'login:')
      viewer.type('reboot\r')
      await world.reach(id, 'rebooting')
      await world.reach(id, 'running')
      await until(world, 'a second prompt', async () => viewer.text().split('talker login:').length >= 3)
      viewer.type('poweroff\r')
      expect(await closes(viewer)).toEqual({ code: 1001, reason: 'VM stopped' })
      await world.reach(id, 'stopped')
    })

    test('a viewer that does not read uses bounded memory and misses the middle', async () => {
      const stalled = await view()
      const lively = await view()
      await shows(lively, 'login:')
      await shows(stalled, 'login:')
      stalled.stalled = true
      lively.type('yes-flood 8192\r')
      await until(
        world,
        'the flood',
        async () => lively.frames.reduce((sum, { length }) => sum + length, 0) > 1_000_000,
      )
      for (let turn = 0; turn < 20; turn++) await breath()
      expect(stalled.buffered()).toBeLessThan(300_000)
      expect(stalled.closed).toBeUndefined()
      stalled.leave()
    })

    test('a viewer who loses the role is disconnected', async () => {
      const silo = await world.ok('GET', '/v1/system/silos/recovery')
      const user = await world.ok('POST', '/v1/system/identity-providers/local/users?silo=recovery', {
        external_id: 'ada',
        password: { mode: 'password', value: 'correct horse' },
      })
      const grant = (role_name?: string) =>
        world.ok('PUT', '/v1/projects/web/policy', {
          role_assignments: role_name ? [{ identity_id: user.id, identity_type: 'silo_user', role_name }] : [],
        })
      expect(silo.name).toBe('recovery')
      const ada = await world.login('recovery', 'ada')
      await grant('collaborator')
      const viewer = await view(path(), ada)
      await shows(viewer, 'login:')
      await grant('viewer')
      expect(await closes(viewer)).toEqual({ code: 1011, reason: 'Forbidden' })
      const refused = await closes(await view(path(), ada))
      expect(refused).toEqual({ code: 1011, reason: 'Forbidden' })
      await grant()
      expect(await closes(await view(path(), ada))).toEqual({
        code: 1011,
        reason: `not found: instance with id "${id}"`,
      })
    })
  })
})
