// The screen of an instance: bytes in both directions, and who gets them.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ScreenConnection } from '#drivers/screen.ts'
import type { Socket } from '../frame/ports/streams.ts'
import { makeUser } from '../testing/authz-world.ts'
import { makeCompute, until, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import type { Person } from '../testing/world.ts'

/** Echoes what is typed, in capitals. */
class FakeScreen implements ScreenConnection {
  isClosed = false
  #waiting: ((bytes: Uint8Array | undefined) => void) | undefined
  #ready: Uint8Array[] = [new TextEncoder().encode('hello ')]

  read(): Promise<Uint8Array | undefined> {
    const next = this.#ready.shift()
    if (next || this.isClosed) return Promise.resolve(next)
    return new Promise((resolve) => (this.#waiting = resolve))
  }

  async write(bytes: Uint8Array) {
    const echo = new TextEncoder().encode(new TextDecoder().decode(bytes).toUpperCase())
    if (this.#waiting) this.#waiting(echo)
    else this.#ready.push(echo)
    this.#waiting = undefined
  }

  close() {
    this.isClosed = true
    this.#waiting?.(undefined)
  }
}

eachDatabase((_name, open) => {
  describe('the screen', () => {
    let world: Compute
    let id: string
    let screens: FakeScreen[]
    beforeEach(async () => {
      world = await makeCompute(await open())
      id = (await world.make('desk', { start: true })).id
      await world.reach(id, 'running')
      screens = []
      world.host.machines.screen = async () => {
        const screen = new FakeScreen()
        screens.push(screen)
        return screen
      }
    })
    afterEach(async () => {
      expect(world.errors).toEqual([])
      await world.stop()
    })

    async function view(person: Person = world.admin) {
      const caller = { address: '127.0.0.1', secure: false, session: person.session }
      const request = new Request(`http://rack.test/rackwright/instances/${id}/screen`)
      const accepted = await world.plane.upgrade(request, caller)
      if (typeof accepted !== 'function') throw new Error(`refused: ${accepted.status}`)
      const viewer = {
        text: '',
        closed: undefined as string | undefined,
        type: (_text: string): void => undefined,
        leave: (): void => undefined,
      }
      const socket: Socket = {
        send: (data) => void (viewer.text += typeof data === 'string' ? data : new TextDecoder().decode(data)),
        buffered: () => 0,
        close(code, reason) {
          viewer.closed = `${code} ${reason}`
          viewer.leave()
        },
        onMessage: (given) => (viewer.type = (text) => given(new TextEncoder().encode(text))),
        onClose: (given) => (viewer.leave = given),
      }
      accepted(socket)
      return viewer
    }
    const closing = (viewer: { closed: string | undefined }) =>
      until(world, 'the connection to be closed', async () => viewer.closed)

    test('goes both ways until the viewer leaves or the machine ends', async () => {
      const viewer = await view()
      await until(world, 'the first bytes', async () => viewer.text === 'hello ')
      viewer.type('key')
      await until(world, 'an answer', async () => viewer.text === 'hello KEY')
      viewer.leave()
      expect(screens[0]!.isClosed).toBe(true)
      const other = await view()
      await until(world, 'the first bytes', async () => other.text === 'hello ')
      screens[1]!.close()
      expect(await closing(other)).toBe('1001 the machine has ended the connection')
    })

    test('needs a role that may modify the instance, and as long as it lasts', async () => {
      const { person, id: user } = await makeUser(world, 'recovery', 'member')
      const grant = (role_name: string) =>
        world.ok('PUT', '/v1/projects/web/policy', {
          role_assignments: [{ identity_type: 'silo_user', identity_id: user, role_name }],
        })
      expect(await closing(await view(person))).toMatch(/^1011 not found/)
      await grant('viewer')
      expect(await closing(await view(person))).toBe('1011 Forbidden')
      await grant('collaborator')
      const viewer = await view(person)
      await until(world, 'the first bytes', async () => viewer.text === 'hello ')
      await grant('viewer')
      expect(await closing(viewer)).toBe('1011 Forbidden')
      expect(screens.map(({ isClosed }) => isClosed)).toEqual([true])
    })

    test('is refused where machines have none, and while the instance does not run', async () => {
      world.host.machines.screen = async () => undefined
      expect(await closing(await view())).toContain('only a serial console')
      await world.act(id, 'stop')
      await world.reach(id, 'stopped')
      expect(await closing(await view())).toContain('instance is stopped and shows no screen')
    })
  })
})
