// A storage that has problems, does not answer or is full: what operators see, what callers get, and what is not called failed. Through
// the API, on every database.
import { beforeEach, describe, expect, test } from 'vitest'
import { BlockError, type StorageProblem } from '#drivers/blocks.ts'
import { DriverError } from '#drivers/driver-error.ts'
import { makeUser } from '../../testing/authz-world.ts'
import { makeCompute, until, type Compute } from '../../testing/compute.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { workOn } from '../../storage/volume-work.ts'
import { diskBody, importing, makeStorage, type Storage } from '../../testing/storage.ts'
import type { Person } from '../../testing/world.ts'

const block = { offset: 0, base64_encoded_data: Buffer.alloc(512, 7).toString('base64') }
const away = new DriverError('host', 'Ceph does not answer')

eachDatabase((_name, open) => {
  describe('the storage', () => {
    let world: Compute
    let problems: () => Promise<StorageProblem[]>
    beforeEach(async () => {
      world = await makeCompute(await open())
      problems = async () => []
      world.host.volumes.problems = () => problems()
    })
    const issues = async (person: Person = world.admin) =>
      (await person.raw('GET', '/rackwright/issues')).body.items as object[]

    test('has issues and alerts of each kind, in its words, for operators', async () => {
      expect(await issues()).toEqual([])
      problems = async () => [
        { kind: 'full', isError: false, text: 'nearly' },
        { kind: 'full', isError: true, text: 'completely' },
        { kind: 'slow', isError: false, text: 'slow' },
        { kind: 'down', isError: true, text: 'gone' },
        { kind: 'degraded', isError: false, text: 'one is down' },
      ]
      expect(await issues()).toMatchObject([
        { kind: 'storage_down', severity: 'error', reason: 'gone' },
        { kind: 'storage_full', severity: 'error', count: 2, reason: 'nearly. completely' },
        { kind: 'storage_slow', severity: 'warning', reason: 'slow' },
        { kind: 'storage_degraded', severity: 'warning', reason: 'one is down' },
      ])
      expect(await issues((await makeUser(world, 'recovery', 'member')).person)).toEqual([])
      const raised = async () => {
        const { items } = await world.ok('GET', '/rackwright/alerts')
        const classes = (items as { alert_class: string }[]).map((each) => each.alert_class).sort()
        return classes.length === 4 && classes
      }
      expect(await until(world, 'the alerts', raised, 1000)).toEqual([
        'storage.degraded',
        'storage.down',
        'storage.full',
        'storage.slow',
      ])
    })

    test('does not delay the list of issues', async () => {
      problems = () => new Promise(() => undefined)
      let answer: object[] | undefined
      void issues().then((items) => (answer = items))
      expect(await until(world, 'an answer', async () => answer)).toEqual([])
    })
  })

  describe('a storage that cannot do its work', () => {
    let w: Storage
    beforeEach(async () => {
      w = await makeStorage(await open())
    })

    const uploading = async () => {
      const { id } = await w.disk('upload', importing)
      await w.tell(`/v1/disks/${id}/bulk-write-start`)
      return `/v1/disks/${id}/bulk-write`
    }

    test('is waited for if it does not answer: callers hear that, and nothing fails', async () => {
      const path = await uploading()
      w.blocks.fail('write', away)
      w.blocks.fail('create', away)
      expect(await w.admin.raw('POST', path, block)).toMatchObject({
        status: 503,
        body: { error_code: 'ServiceNotAvailable', message: 'the storage does not answer' },
      })
      const { id } = await w.post('/v1/disks?project=web', diskBody('waits'))
      for (let attempt = 0; attempt < 5; attempt++) await workOn(w.host, id as string)
      expect(await w.stateOf(id as string)).toBe('creating')
      w.blocks.heal()
      await w.tell(path, block)
      await w.settle()
      expect(await w.stateOf(id as string)).toBe('detached')
    })

    test('refuses what is written for lack of space', async () => {
      const path = await uploading()
      w.blocks.fail('write', new BlockError('full', 'no space is left for disks'))
      expect((await w.admin.raw('POST', path, block)).status).toBe(507)
    })
  })
})
