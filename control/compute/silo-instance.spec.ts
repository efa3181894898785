// The list of a silo's instances through the API, on every database: its order, its pages, and who sees what.
import { beforeAll, describe, expect, test } from 'vitest'
import { must, prepare, type Prepared } from '../testing/authz-world.ts'
import { makeInstance, withPool } from '../testing/authz/instance.ts'
import { eachDatabase } from '../testing/databases.ts'

interface Item {
  id: string
  name: string
  project_name: string
  labels: string[]
}

const placesOf = ({ items }: { items: Item[] }) => items.map(({ name, project_name }) => `${project_name}/${name}`)

eachDatabase((_name, open) => {
  describe('instances of a silo', () => {
    let w: Prepared
    let mine: string
    beforeAll(async () => {
      w = await prepare(await open())
      await withPool(w)
      const made = await makeInstance(w)
      mine = made.name
      await must(w.owner, 'PUT', `/rackwright/labels/instance/${made.id}`, { labels: ['env=prod'] })
      await must(w.owner, 'POST', '/v1/projects', { name: 'side', description: '' })
      for (const name of [mine, 'aaa'])
        await must(w.owner, 'POST', '/v1/instances?project=side', {
          name,
          description: '',
          hostname: name,
          ncpus: 1,
          memory: 2 ** 30,
          start: false,
        })
    })

    const page = async (query = '', who: keyof Prepared['people'] = 'silo admin') => {
      const { status, body } = await w.people[who].raw('GET', `/rackwright/instances${query}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return body as unknown as { items: Item[]; next_page: string | null }
    }

    test('are those of every project, by name', async () => {
      const all = placesOf(await page())
      expect(all[0]).toBe('side/aaa')
      expect(all.slice(1).sort()).toEqual([`side/${mine}`, `web/${mine}`])
      expect(placesOf(await page('?sort_by=name_descending')).at(-1)).toBe('side/aaa')
    })

    test('are listed once each, although projects use the same name', async () => {
      for (const sort of ['name_ascending', 'name_descending', 'id_ascending']) {
        const whole = (await page(`?sort_by=${sort}`)).items.map(({ id }) => id)
        const paged: string[] = []
        let next = await page(`?sort_by=${sort}&limit=1`)
        while (next.items.length > 0) {
          paged.push(...next.items.map(({ id }) => id))
          next = await page(`?limit=1&page_token=${next.next_page}`)
        }
        expect(paged, sort).toEqual(whole)
        expect(whole).toHaveLength(3)
      }
    })

    test('are those of the projects that the caller can see', async () => {
      expect(placesOf(await page('', 'project viewer'))).toEqual([`web/${mine}`])
      expect(placesOf(await page('', 'silo viewer'))).toHaveLength(3)
      for (const who of ['no role', 'other silo admin', 'fleet admin'] as const)
        expect((await page('', who)).items, who).toEqual([])
    })

    test('have labels, which they are found by', async () => {
      for (const label of ['env', 'env=prod'])
        expect((await page(`?label=${label}`)).items).toMatchObject([{ name: mine, labels: ['env=prod'] }])
      expect((await page('?label=prod')).items).toEqual([])
    })
  })
})
