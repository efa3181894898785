// Labels through the API, on every database: every kind of resource, who sees and writes them, and where they go with it.
import { beforeAll, describe, expect, test } from 'vitest'
import { must, prepare, type Named, type Prepared } from '../testing/authz-world.ts'
import { makeInstance, withPool } from '../testing/authz/instance.ts'
import { makeDisk } from '../testing/authz/disk.ts'
import { makeSnapshot } from '../testing/authz/snapshot.ts'
import { eachDatabase } from '../testing/databases.ts'

const LABELS = '/rackwright/labels'

interface Item {
  id: string
  name: string
  project_name: string | null
  labels: string[]
}

eachDatabase((_name, open) => {
  describe('labels', () => {
    let w: Prepared
    let made: Record<string, Named>
    beforeAll(async () => {
      w = await prepare(await open())
      await withPool(w)
      const snapshot = await makeSnapshot(w)
      const source = { type: 'snapshot', id: snapshot.id }
      const image = { name: 'debian', description: '', os: 'debian', version: '12', source }
      made = {
        instance: await makeInstance(w),
        disk: await makeDisk(w),
        snapshot,
        image: await must(w.owner, 'POST', '/v1/images?project=web', image),
        project: w.project,
        floating_ip: await must(w.owner, 'POST', '/v1/floating-ips?project=web', { name: 'fixed', description: '' }),
      }
    })

    type Who = keyof Prepared['people']
    const asked = (who: Who, method: string, path: string, body?: unknown) => w.people[who].raw(method, path, body)
    const put = (kind: string, labels: unknown, query = '') =>
      w.owner.raw('PUT', `${LABELS}/${kind}/${made[kind]!.id}${query}`, { labels })
    const list = async (query: string, who: Who = 'silo admin') => {
      const { status, body } = await asked(who, 'GET', `${LABELS}/${query}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return body.items as Item[]
    }

    test('of every kind are written by ID, sorted and without repetitions, and listed', async () => {
      for (const [kind, { id, name }] of Object.entries(made)) {
        expect((await put(kind, ['web', 'env=prod', 'web'])).body, kind).toEqual({ labels: ['env=prod', 'web'] })
        expect((await w.owner.raw('GET', `${LABELS}/${kind}/${id}`)).body).toEqual({ labels: ['env=prod', 'web'] })
        const item = { id, name, project_name: 'web', labels: ['env=prod', 'web'] }
        expect(await list(kind)).toEqual([item])
        expect(await list(`${kind}?project=web`)).toEqual([item])
        expect((await put(kind, [])).body).toEqual({ labels: [] })
        expect(await list(kind)).toEqual([])
      }
    })

    test('are not part of the published resources', async () => {
      await put('instance', ['prod'])
      expect(await must(w.owner, 'GET', `/v1/instances/${made.instance!.id}`)).not.toHaveProperty('labels')
      expect((await w.owner.raw('GET', '/v1/instances?project=web')).body.items).toEqual([
        expect.not.objectContaining({ labels: expect.anything() as unknown }),
      ])
      await put('instance', [])
    })

    test('are found by the whole label or by its key', async () => {
      await put('disk', ['env=prod', 'a_b', 'cxd'])
      for (const wanted of ['env', 'env=prod', 'a_b'])
        expect(await list(`disk?label=${wanted}`), wanted).toMatchObject([{ id: made.disk!.id }])
      for (const other of ['prod', 'en', 'env=pro', 'c_d']) expect(await list(`disk?label=${other}`), other).toEqual([])
      await put('disk', [])
    })

    test('are words or key=value, 16 at most', async () => {
      const reasonFor = async (labels: string[]) => (await put('disk', labels)).body.message
      for (const good of ['a', '9', 'v1.2', 'a-b_c', 'env=prod', 'x'.repeat(63)])
        expect((await put('disk', [good])).status, good).toBe(200)
      for (const bad of ['', 'Prod', 'a b', '-a', 'a-', 'a=', '=a', 'a=b=c', 'x'.repeat(64), 'é', 'a"b', 'a%'])
        expect((await put('disk', [bad])).status, bad).toBe(400)
      const many = Array.from({ length: 17 }, (_, at) => `l${at}`)
      expect(await reasonFor(many)).toBe('unsupported value for "labels": there may be at most 16 labels')
      expect((await put('disk', many.slice(1))).status).toBe(200)
      await put('disk', [])
    })

    test('are found by name in a project', async () => {
      const name = made.disk!.name
      const path = `${LABELS}/disk/${name}?project=web`
      expect((await w.owner.raw('PUT', path, { labels: ['x'] })).body).toEqual({ labels: ['x'] })
      expect((await w.owner.raw('GET', `${LABELS}/disk/missing?project=web`)).status).toBe(404)
      await put('disk', [])
    })

    test('are seen by whoever sees the resource and written by whoever can change it', async () => {
      for (const kind of Object.keys(made)) {
        await put(kind, ['prod'])
        const path = `${LABELS}/${kind}/${made[kind]!.id}`
        const statuses = async (who: Who) => [
          (await asked(who, 'GET', path)).status,
          (await asked(who, 'PUT', path, { labels: ['prod'] })).status,
          (await list(kind, who)).length,
        ]
        expect(await statuses('project viewer'), kind).toEqual([200, 403, 1])
        expect(await statuses('project collaborator'), kind).toEqual([200, kind === 'project' ? 403 : 200, 1])
        expect(await statuses('project admin'), kind).toEqual([200, 200, 1])
        expect(await statuses('no role'), kind).toEqual([404, 404, 0])
        expect(await statuses('other silo admin'), kind).toEqual([404, 404, 0])
        expect(await statuses('fleet admin'), kind).toEqual([404, 404, 0])
        await put(kind, [])
      }
    })

    test('move with an image', async () => {
      await put('image', ['golden'])
      const { id, name } = made.image!
      await must(w.owner, 'POST', `/v1/images/${id}/promote`)
      expect(await list('image')).toEqual([{ id, name, project_name: null, labels: ['golden'] }])
      expect(await list('image?project=web')).toEqual([])
      expect(await list('image', 'project admin')).toEqual([])
      await must(w.owner, 'POST', `/v1/images/${id}/demote?project=web`)
      expect(await list('image?project=web')).toEqual([{ id, name, project_name: 'web', labels: ['golden'] }])
    })

    test('are gone with their resource', async () => {
      await put('floating_ip', ['old'])
      await must(w.owner, 'DELETE', `/v1/floating-ips/${made.floating_ip!.id}`)
      expect(await list('floating_ip')).toEqual([])
    })

    test('are listed in pages', async () => {
      const disks = [await makeDisk(w), await makeDisk(w), await makeDisk(w)].sort((a, b) => (a.id < b.id ? -1 : 1))
      for (const { id } of disks) await must(w.owner, 'PUT', `${LABELS}/disk/${id}`, { labels: ['page'] })
      const pageAt = async (token: string) =>
        (await w.owner.raw('GET', `${LABELS}/disk?label=page&limit=2${token}`)).body
      const first = await pageAt('')
      const next = await pageAt(`&page_token=${first.next_page as string}`)
      const ids = [first, next].flatMap(({ items }) => (items as Item[]).map(({ id }) => id))
      expect(ids).toEqual(disks.map(({ id }) => id))
    })
  })
})
