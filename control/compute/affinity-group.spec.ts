// Affinity and anti-affinity groups through the API, on every database. placement.spec.ts tests where members run.
import { beforeAll, describe, expect, test } from 'vitest'
import { makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

const kinds = [
  { kind: 'affinity', param: 'affinity_group', words: 'affinity group' },
  { kind: 'anti-affinity', param: 'anti_affinity_group', words: 'anti-affinity group' },
]

const body = (name: string, policy = 'allow') => ({ name, description: '', policy, failure_domain: 'sled' })
const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => ({
  status,
  error_code: body.error_code,
  message: body.message,
})
const invalid = (message: string) => ({ status: 400, error_code: 'InvalidRequest', message })

eachDatabase((_name, open) => {
  describe.each(kinds)('$words', ({ kind, param, words }) => {
    const label = `${kind}-group`
    let world: Compute
    beforeAll(async () => {
      world = await makeCompute(await open())
    })

    const groups = `/v1/${label}s`
    const make = (name: string) => world.ok('POST', `${groups}?project=web`, body(name))
    const member = (group: string, instance: string) => `${groups}/${group}/members/instance/${instance}?project=web`
    const add = (group: string, instance: string) => world.admin.raw('POST', member(group, instance))
    test('can be created, viewed, renamed and deleted', async () => {
      const made = await world.admin.raw('POST', `${groups}?project=web`, body('one', 'fail'))
      expect(made.status).toBe(201)
      const { id: project_id } = await world.ok('GET', '/v1/projects/web')
      const now = world.clock.now().toISOString()
      expect(made.body).toEqual({
        id: expect.any(String),
        name: 'one',
        description: '',
        policy: 'fail',
        failure_domain: 'sled',
        project_id,
        time_created: now,
        time_modified: now,
      })
      expect(await world.ok('GET', `${groups}/one?project=web`)).toEqual(made.body)
      expect(await world.ok('GET', `${groups}/${made.body.id}`)).toEqual(made.body)
      expect((await world.ok('GET', `${groups}?project=web`)).items).toEqual([made.body])
      const renamed = await world.admin.raw('PUT', `${groups}/one?project=web`, { name: 'two', description: 'second' })
      expect(renamed.status).toBe(200)
      expect(renamed.body).toMatchObject({ name: 'two', description: 'second', policy: 'fail' })
      expect((await world.admin.raw('DELETE', `${groups}/two?project=web`)).status).toBe(204)
      expect(refusal(await world.admin.raw('GET', `${groups}/two?project=web`))).toEqual({
        status: 404,
        error_code: 'ObjectNotFound',
        message: `not found: ${label} with name "two"`,
      })
    })

    test('names are unique per project and kind', async () => {
      await make('taken')
      await make('free')
      const clash = { status: 400, error_code: 'ObjectAlreadyExists', message: `already exists: ${label} "taken"` }
      expect(refusal(await world.admin.raw('POST', `${groups}?project=web`, body('taken')))).toEqual(clash)
      expect(refusal(await world.admin.raw('PUT', `${groups}/free?project=web`, { name: 'taken' }))).toEqual(clash)
      const other = kind === 'affinity' ? 'anti-affinity' : 'affinity'
      await world.ok('POST', `/v1/${other}-groups?project=web`, body('taken'))
    })

    test('selectors', async () => {
      const { id } = await make('chosen')
      const instance = await world.make('chosen-one')
      expect(refusal(await world.admin.raw('GET', `${groups}/${id}?project=web`))).toEqual(
        invalid(`when providing ${param} as an ID, project should not be specified`),
      )
      expect(refusal(await world.admin.raw('GET', `${groups}/chosen`))).toEqual(
        invalid(`${param} should either be UUID or project should be specified`),
      )
      const members = `/members/instance`
      const both = await world.admin.raw('POST', `${groups}/${id}${members}/${instance.id}?project=web`)
      expect(refusal(both)).toEqual(invalid(`when providing ${param} as an ID, project should not be specified`))
      expect((await world.admin.raw('POST', `${groups}/${id}${members}/${instance.id}`)).status).toBe(201)
      // the project applies to the one given by name
      for (const path of [`${groups}/chosen${members}/${instance.id}`, `${groups}/${id}${members}/chosen-one`])
        expect((await world.admin.raw('GET', `${path}?project=web`)).status).toBe(200)
      expect(refusal(await world.admin.raw('GET', `${groups}/${id}${members}/chosen-one`))).toEqual(
        invalid('instance should either be UUID or project should be specified'),
      )
    })

    test('members can be added and removed', async () => {
      const group = await make('club')
      const { id } = await world.make('ada')
      const shown = { type: 'instance', value: { id, name: 'ada', run_state: 'stopped' } }
      const added = await add('club', 'ada')
      expect(added.status).toBe(201)
      expect(added.body).toEqual(shown)
      expect(await world.ok('GET', member('club', 'ada'))).toEqual(shown)
      expect((await world.ok('GET', `${groups}/club/members?project=web`)).items).toEqual([shown])
      const ofInstance = await world.ok('GET', `/v1/instances/ada/${label}s?project=web`)
      expect(ofInstance.items).toMatchObject([{ id: group.id, name: 'club' }])
      expect(refusal(await add('club', 'ada'))).toEqual({
        status: 400,
        error_code: 'ObjectAlreadyExists',
        message: `already exists: ${label}-member "${id}"`,
      })
      expect((await world.admin.raw('DELETE', member('club', 'ada'))).status).toBe(204)
      const missing = {
        status: 404,
        error_code: 'ObjectNotFound',
        message: `not found: ${label}-member with id "${id}"`,
      }
      expect(refusal(await world.admin.raw('DELETE', member('club', 'ada')))).toEqual(missing)
      expect(refusal(await world.admin.raw('GET', member('club', 'ada')))).toEqual(missing)
    })

    test('an instance placed on a sled cannot join but can leave', async () => {
      await make('settled')
      const { id } = await world.make('runner', { start: true })
      expect(refusal(await add('settled', 'runner'))).toEqual(
        invalid(`Instance cannot be added to ${words} with reservation`),
      )
      await world.reach(id, 'running')
      await world.act(id, 'stop')
      await world.reach(id, 'stopped')
      expect((await add('settled', 'runner')).status).toBe(201)
      await world.act(id, 'start')
      expect((await world.admin.raw('DELETE', member('settled', 'runner'))).status).toBe(204)
    })

    test('an instance of another project is refused', async () => {
      await make('local')
      await world.ok('POST', '/v1/projects', { name: `far-${kind}`, description: '' })
      const far = await world.ok('POST', `/v1/instances?project=far-${kind}`, {
        name: 'far',
        description: '',
        hostname: 'far',
        ncpus: 1,
        memory: 2 ** 30,
        start: false,
      })
      expect(refusal(await add('local', far.id as string))).toEqual(
        invalid(`instance must be in the same project as the ${words}`),
      )
    })

    test('32 members in a group, 16 groups for an instance', async () => {
      await make('full')
      for (let n = 0; n < 33; n++) {
        await world.make(`m${n}`, { network_interfaces: { type: 'none' } })
        const reply = await add('full', `m${n}`)
        if (n < 32) expect(reply.status).toBe(201)
        else {
          const capital = kind === 'affinity' ? 'Affinity group' : 'Anti-affinity group'
          expect(refusal(reply)).toEqual(invalid(`${capital} already has maximum allowed members (32)`))
        }
      }
      for (let n = 0; n < 17; n++) {
        await make(`g${n}`)
        const reply = await add(`g${n}`, 'm32')
        if (n < 16) expect(reply.status).toBe(201)
        else expect(refusal(reply)).toEqual(invalid(`Instance already belongs to maximum allowed ${words}s (16)`))
      }
      const page = await world.ok('GET', `${groups}/full/members?project=web&limit=20`)
      expect(page.items).toHaveLength(20)
      const rest = await world.ok('GET', `${groups}/full/members?limit=20&page_token=${page.next_page as string}`)
      expect(rest.items).toHaveLength(12)
    })

    test('memberships are deleted with the group and with the instance', async () => {
      await make('brief')
      await world.make('short-lived')
      await add('brief', 'short-lived')
      await add('full', 'm32')
      await world.ok('DELETE', '/v1/instances/short-lived?project=web')
      expect((await world.ok('GET', `${groups}/brief/members?project=web`)).items).toEqual([])
      expect((await world.admin.raw('DELETE', `${groups}/full?project=web`)).status).toBe(204)
      expect((await world.ok('GET', `/v1/instances/m0/${label}s?project=web`)).items).toEqual([])
      expect(world.errors).toEqual([])
    })
  })
})
