// A user's SSH keys through the API, on every database.
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { makeUser } from '../testing/authz-world.ts'
import { talk, type Talk } from '../testing/talk.ts'
import { makeWorld, type World } from '../testing/world.ts'

const blob = 'AAAAC3NzaC1lZDI1NTE5AAAAIMrcSoUUU4wvExN5XnyzhmSWbIcfoxpMuhVXYHLYI+tR'
const public_key = `ssh-ed25519 ${blob} ana@laptop`
const keys = '/v1/me/ssh-keys'

const long = (length: number) => ({
  name: 'long',
  description: '',
  public_key: `${public_key} ${'x'.repeat(length - public_key.length - 1)}`,
})

eachDatabase((_name, open) => {
  describe('SSH keys', () => {
    let world: World
    let ana: Talk
    let bob: Talk
    let anaId: string

    beforeAll(async () => {
      world = await makeWorld(await open())
      const made = await makeUser(world, 'recovery', 'ana')
      anaId = made.id
      ana = talk(made.person)
      bob = talk((await makeUser(world, 'recovery', 'bob')).person)
    })

    test('can be created, listed, viewed by name and id, and deleted', async () => {
      const made = await ana.post(keys, { name: 'laptop', description: 'at home', public_key })
      expect(made).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'laptop',
        description: 'at home',
        public_key,
        silo_user_id: anaId,
        time_created: expect.any(String),
        time_modified: made.time_created,
      })
      expect(await ana.get(`${keys}/laptop`)).toEqual(made)
      expect(await ana.get(`${keys}/${made.id}`)).toEqual(made)
      await ana.post(keys, { name: 'desktop', description: '', public_key })
      expect((await ana.list(keys)).map(({ name }) => name)).toEqual(['desktop', 'laptop'])
      expect((await ana.list(`${keys}?sort_by=name_descending&limit=1`)).map(({ name }) => name)).toEqual(['laptop'])
      await ana.del(`${keys}/desktop`)
      expect((await ana.list(keys)).map(({ name }) => name)).toEqual(['laptop'])
    })

    test('can have 16,384 characters, which is what SSH servers read', async () => {
      expect(await ana.refused('POST', keys, long(16_385))).toEqual([
        400,
        'InvalidValue',
        'unsupported value for "public_key": it is longer than 16384 characters',
      ])
      await ana.post(keys, long(16_384))
      await ana.del(`${keys}/long`)
    })

    test('the keys of other users are not found, by name or by id', async () => {
      const made = await ana.post(keys, { name: 'hers', description: '', public_key })
      for (const method of ['GET', 'DELETE']) {
        expect(await bob.refused(method, `${keys}/hers`)).toEqual([
          404,
          'ObjectNotFound',
          'not found: ssh-key with name "hers"',
        ])
        expect(await bob.refused(method, `${keys}/${made.id}`)).toEqual([
          404,
          'ObjectNotFound',
          `not found: ssh-key with id "${made.id}"`,
        ])
      }
      expect(await bob.list(keys)).toEqual([])
      await ana.get(`${keys}/hers`)
    })

    test('names are unique per user', async () => {
      await ana.post(keys, { name: 'same', description: '', public_key })
      expect(await ana.refused('POST', keys, { name: 'same', description: '', public_key })).toEqual([
        400,
        'ObjectAlreadyExists',
        'already exists: ssh-key "same"',
      ])
      await bob.post(keys, { name: 'same', description: '', public_key })
      await bob.del(`${keys}/same`)
    })

    test.each(['', 'ssh-ed25519 AAAA', 'any text at all', '-----BEGIN '.repeat(1000)])(
      'any text is stored unchanged: %.20j',
      async (text) => {
        const made = await ana.post(keys, { name: 'any', description: '', public_key: text })
        expect(made.public_key).toBe(text)
        await ana.del(`${keys}/any`)
      },
    )

    test('are deleted with the user', async () => {
      const { id, person } = await makeUser(world, 'recovery', 'carl')
      await talk(person).post(keys, { name: 'laptop', description: '', public_key })
      await talk(world.admin).del(`/v1/system/identity-providers/local/users/${id}?silo=recovery`)
      const left = await world.host.db.read.selectFrom('ssh_key').selectAll().where('silo_user_id', '=', id).execute()
      expect(left).toEqual([])
      expect(world.errors).toEqual([])
    })
  })
})
