// A list asked for again: the same answer while nothing was written, a new one as soon as something was, for everyone.
import { describe, expect, test } from 'vitest'
import { makeAnswers } from './answers.ts'
import type { Actor } from '../people/authz.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type Person } from '../testing/world.ts'

const names = async (person: Person, path: string) => {
  const { status, body } = await person.raw('GET', path)
  return status === 200 ? (body.items as { name: string }[]).map(({ name }) => name) : status
}

eachDatabase((_name, open) => {
  describe('lists', () => {
    test('show each write at once, to who made it and to others', async () => {
      const { admin, login } = await makeWorld(await open())
      const other = await login('recovery', 'admin')
      for (let round = 0; round < 2; round++) {
        const before = await names(admin, '/v1/projects')
        expect(await names(admin, '/v1/projects')).toEqual(before)
        expect(await names(other, '/v1/projects')).toEqual(before)
        const { body } = await admin.raw('POST', '/v1/projects', { name: `web-${round}`, description: '' })
        expect(await names(admin, '/v1/projects')).toContain(`web-${round}`)
        expect(await names(other, '/v1/projects')).toContain(`web-${round}`)
        await other.raw('PUT', `/v1/projects/${String(body.id)}`, { name: `shop-${round}` })
        expect(await names(admin, '/v1/projects')).not.toContain(`web-${round}`)
        expect(await names(admin, '/v1/projects')).toContain(`shop-${round}`)
      }
    })

    test('are one page each, whatever was asked before', async () => {
      const { admin } = await makeWorld(await open())
      for (const name of ['a', 'b', 'c']) await admin.raw('POST', '/v1/projects', { name, description: '' })
      const first = await admin.raw('GET', '/v1/projects?limit=2')
      const next = `/v1/projects?limit=2&page_token=${String(first.body.next_page)}`
      expect(await names(admin, next)).not.toEqual(await names(admin, '/v1/projects?limit=2'))
      expect(await names(admin, next)).toEqual(await names(admin, next))
      const backwards = await names(admin, '/v1/projects?sort_by=name_descending')
      expect(backwards).toEqual([...((await names(admin, '/v1/projects')) as string[])].reverse())
      const [one, two] = [await admin.raw('GET', '/v1/projects'), await admin.raw('GET', '/v1/projects')]
      expect(one.headers.get('x-request-id')).not.toBe(two.headers.get('x-request-id'))
    })

    test('end with the session', async () => {
      const { admin, anonymous, clock } = await makeWorld(await open())
      await admin.raw('POST', '/v1/projects', { name: 'web', description: '' })
      expect(await names(admin, '/v1/vpcs?project=web')).toEqual(['default'])
      expect(await names(anonymous, '/v1/vpcs?project=web')).toBe(401)
      clock.skip(481 * 60_000)
      expect(await names(admin, '/v1/vpcs?project=web')).toBe(401)
    })
  })
})

test('what is kept for many who ask for much has an end', () => {
  const answers = makeAnswers()
  const actors = Array.from({ length: 1000 }, (_, n) => ({ session_id: `${n}` }) as Actor)
  for (const actor of actors) answers.keep(actor, '/v1/disks', 'x'.repeat(90_000))
  const kept = actors.filter((actor) => answers.recall(actor, '/v1/disks') !== undefined)
  expect(kept.length).toBeLessThan(200)
  expect(kept).toContain(actors.at(-1))
})
