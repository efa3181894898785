// Lists of instances, on every database: each page continues where the last one ended, in every order, within one project.
import { expect, test } from 'vitest'
import { instanceBody, makeCompute } from '../testing/compute.ts'
import { must } from '../testing/authz-world.ts'
import { eachDatabase } from '../testing/databases.ts'

interface Listed {
  items: { id: string; name: string }[]
  next_page: string | null
}

eachDatabase((_name, open) => {
  test('pages of instances in every order', async () => {
    const world = await makeCompute(await open())
    const { admin } = world
    await must(admin, 'POST', '/v1/projects', { name: 'other', description: '' })
    const made: { id: string; name: string }[] = []
    for (const name of ['delta', 'alpha', 'charlie', 'echo', 'bravo'])
      made.push(await must(admin, 'POST', '/v1/instances?project=web', instanceBody(name, { start: false })))
    await must(admin, 'POST', '/v1/instances?project=other', instanceBody('foreign', { start: false }))

    const list = async (query: string) => (await admin.raw('GET', `/v1/instances?${query}`)).body as unknown as Listed
    const walk = async (sort: string) => {
      const names: string[] = []
      let page = await list(`project=web&limit=2&sort_by=${sort}`)
      while (page.items.length > 0) {
        expect(page.items.length).toBeLessThanOrEqual(2)
        names.push(...page.items.map((item) => item.name))
        page = await list(`limit=2&page_token=${page.next_page}`)
      }
      return names
    }
    const byId = made.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ name }) => name)
    const sorted = ['alpha', 'bravo', 'charlie', 'delta', 'echo']
    // twice: the second time with queries that are compiled already
    for (let round = 0; round < 2; round++) {
      expect(await walk('name_ascending')).toEqual(sorted)
      expect(await walk('name_descending')).toEqual(sorted.toReversed())
      expect(await walk('id_ascending')).toEqual(byId)
    }
    // a token of a list with two keys
    const two = btoa(JSON.stringify({ v: 1, sort: 'name_ascending', scan: { project: 'web' }, last: ['a', 'b'] }))
    expect((await admin.raw('GET', `/v1/instances?page_token=${two.replace(/=+$/, '')}`)).status).toBe(400)
    await world.stop()
  })
})
