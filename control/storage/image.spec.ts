// Images through the API, on every database: project and silo images, moving between them, and who can see which.
import { beforeAll, describe, expect, test } from 'vitest'
import { must, prepare } from '../testing/authz-world.ts'
import { eachDatabase } from '../testing/databases.ts'
import { diskBody, GIB, makeStorage, settleStorage, type Storage } from '../testing/storage.ts'

const NOWHERE = '11111111-2222-4333-8444-555555555555'

eachDatabase((_name, open) => {
  describe('images', () => {
    let w: Storage
    let source: { type: 'snapshot'; id: string }
    const body = (name: string, more = {}) => ({
      name,
      description: 'for tests',
      os: 'debian',
      version: '12.9',
      source,
      ...more,
    })
    beforeAll(async () => {
      w = await makeStorage(await open())
      await w.post('/v1/projects', { name: 'other', description: '' })
      await w.disk('origin', { size: 2 * GIB, disk_source: { type: 'blank', block_size: 2048 } })
      const { id } = await w.post('/v1/snapshots?project=web', { name: 'origin', description: '', disk: 'origin' })
      source = { type: 'snapshot', id }
    })

    test('of a project are copies of a snapshot, which can then be deleted', async () => {
      const used = await w.storage()
      const made = await w.post('/v1/images?project=web', body('copy'))
      expect(made).toEqual({
        id: made.id,
        name: 'copy',
        description: 'for tests',
        os: 'debian',
        version: '12.9',
        size: 2 * GIB,
        block_size: 2048,
        digest: null,
        project_id: (await w.get('/v1/projects/web')).id,
        time_created: '2025-03-03T09:00:00.000Z',
        time_modified: '2025-03-03T09:00:00.000Z',
      })
      expect(await w.storage()).toBe(used + 2 * GIB)
      expect(await w.get('/v1/images/copy?project=web')).toEqual(made)
      expect(await w.get(`/v1/images/${made.id}`)).toEqual(made)
      expect(await w.blocks.list()).toContainEqual({ id: made.id, size: 2 * GIB })
      await w.del(`/v1/images/${made.id}`)
      expect(await w.storage()).toBe(used)
      await w.settle()
      expect((await w.blocks.list()).map((volume) => volume.id)).not.toContain(made.id)
    })

    test('of a project and of the silo have separate namespaces', async () => {
      const inProject = await w.post('/v1/images?project=web', body('twin'))
      const inSilo = await w.post('/v1/images', body('twin'))
      expect(inSilo.project_id).toBe(null)
      expect((await w.get('/v1/images/twin?project=web')).id).toBe(inProject.id)
      expect((await w.get('/v1/images/twin')).id).toBe(inSilo.id)
      expect(await w.refused('POST', '/v1/images?project=web', body('twin'))).toEqual([
        400,
        'ObjectAlreadyExists',
        'already exists: project-image "twin"',
      ])
      expect(await w.refused('POST', '/v1/images', body('twin'))).toEqual([
        400,
        'ObjectAlreadyExists',
        'already exists: silo-image "twin"',
      ])
      expect((await w.list('/v1/images?project=web')).map(({ id }) => id)).toEqual([inProject.id])
      expect((await w.list('/v1/images')).map(({ id }) => id)).toEqual([inSilo.id])
      expect(await w.list('/v1/images?project=other')).toEqual([])
      // the next page continues the same list, whatever else the request says
      const first = await w.get('/v1/images?limit=1')
      for (const ignored of ['', '&project=web', '&project=missing', '&project=BAD', '&sort_by=BAD'])
        expect(await w.get(`/v1/images?page_token=${first.next_page}${ignored}`)).toEqual({
          items: [],
          next_page: null,
        })
      await w.del('/v1/images/twin?project=web')
      await w.del('/v1/images/twin')
    })

    test('that do not exist are reported by the requested name', async () => {
      expect(await w.refused('GET', '/v1/images/none?project=web')).toEqual([
        404,
        'ObjectNotFound',
        'not found: project-image with name "none"',
      ])
      expect(await w.refused('GET', '/v1/images/none')).toEqual([
        404,
        'ObjectNotFound',
        'not found: silo-image with name "none"',
      ])
      expect(await w.refused('GET', `/v1/images/${NOWHERE}`)).toEqual([
        404,
        'ObjectNotFound',
        `not found: image with id "${NOWHERE}"`,
      ])
      expect(await w.refused('DELETE', `/v1/images/${NOWHERE}?project=web`)).toEqual([
        400,
        'InvalidRequest',
        'when providing image as an ID, project should not be specified',
      ])
    })

    test('of a project need a snapshot in the same project; silo images can use any', async () => {
      expect(await w.refused('POST', '/v1/images?project=other', body('stranger'))).toEqual([
        400,
        'InvalidRequest',
        'snapshot does not belong to this project',
      ])
      const nowhere = body('lost', { source: { type: 'snapshot', id: NOWHERE } })
      for (const query of ['?project=web', ''])
        expect(await w.refused('POST', `/v1/images${query}`, nowhere)).toEqual([
          404,
          'ObjectNotFound',
          `not found: snapshot with id "${NOWHERE}"`,
        ])
    })

    test('have an operating system and a version of at most 64 characters', async () => {
      for (const label of ['os', 'version']) {
        expect(await w.refused('POST', '/v1/images', body('long', { [label]: 'x'.repeat(65) }))).toEqual([
          400,
          'InvalidValue',
          `unsupported value for "${label}": ${label} may contain at most 64 characters`,
        ])
        const name = `just-${label}`
        await w.post('/v1/images', body(name, { [label]: 'x'.repeat(64) }))
        await w.del(`/v1/images/${name}`)
      }
    })

    test('can be promoted to the silo and demoted to a project', async () => {
      const { id } = await w.post('/v1/images?project=web', body('wanderer'))
      const promoted = await w.tell202('/v1/images/wanderer/promote?project=web')
      expect(promoted).toMatchObject({ id, project_id: null })
      expect((await w.get('/v1/images/wanderer')).id).toBe(id)
      expect((await w.refused('GET', '/v1/images/wanderer?project=web'))[0]).toBe(404)
      for (const again of ['/v1/images/wanderer/promote', `/v1/images/${id}/promote`])
        expect(await w.refused('POST', again)).toEqual([400, 'InvalidRequest', 'Cannot promote a silo image'])

      const other = (await w.get('/v1/projects/other')).id
      expect(await w.tell202('/v1/images/wanderer/demote?project=other')).toMatchObject({ id, project_id: other })
      expect((await w.get('/v1/images/wanderer?project=other')).id).toBe(id)
      expect(await w.refused('POST', `/v1/images/${id}/demote?project=web`)).toEqual([
        400,
        'InvalidRequest',
        'Cannot demote a project image',
      ])
      expect(await w.refused('POST', `/v1/images/${id}/demote`)).toEqual([
        400,
        undefined,
        'unable to parse query string: missing field `project`',
      ])
      expect(await w.refused('POST', '/v1/images/wanderer/demote?project=web')).toEqual([
        404,
        'ObjectNotFound',
        'not found: silo-image with name "wanderer"',
      ])
      await w.tell202(`/v1/images/${id}/promote`)
      expect(await w.refused('POST', `/v1/images/${id}/demote?project=nothing`)).toEqual([
        404,
        'ObjectNotFound',
        'not found: project with name "nothing"',
      ])
      await w.tell202(`/v1/images/${id}/demote?project=web`)
      await w.del(`/v1/images/${id}`)
    })

    test('cannot move where their name is taken', async () => {
      await w.post('/v1/images', body('settled'))
      const mine = await w.post('/v1/images?project=web', body('settled'))
      expect(await w.refused('POST', `/v1/images/${mine.id}/promote`)).toEqual([
        400,
        'ObjectAlreadyExists',
        'already exists: silo-image "settled"',
      ])
      expect(await w.refused('POST', '/v1/images/settled/demote?project=web')).toEqual([
        400,
        'ObjectAlreadyExists',
        'already exists: project-image "settled"',
      ])
      expect((await w.get(`/v1/images/${mine.id}`)).project_id).not.toBe(null)
    })

    test('can be deleted while disks created from them remain', async () => {
      const { id } = await w.post('/v1/images', body('parent'))
      const more = { size: 2 * GIB, disk_source: { type: 'image', image_id: id } }
      const disk = await w.post('/v1/disks?project=web', diskBody('child', more))
      await w.del('/v1/images/parent')
      await w.settle()
      expect(await w.get(`/v1/disks/${disk.id}`)).toMatchObject({ image_id: id, state: { state: 'detached' } })
    })

    test('are deleted with their silo', async () => {
      await w.post('/v1/system/silos', {
        name: 'brief',
        description: '',
        discoverable: true,
        identity_mode: 'local_only',
        quotas: { cpus: 1, memory: GIB, storage: 2 ** 40 },
        tls_certificates: [],
      })
      const users = '/v1/system/identity-providers/local/users?silo=brief'
      const password = { mode: 'password', value: 'correct horse' }
      const user = await w.post(users, { external_id: 'ann', password })
      await w.put('/v1/system/silos/brief/policy', {
        role_assignments: [{ identity_type: 'silo_user', identity_id: user.id, role_name: 'admin' }],
      })
      const ann = await w.login('brief', 'ann')
      const post = async (path: string, sent: unknown) => {
        const reply = await ann.raw('POST', path, sent)
        expect(reply.status, JSON.stringify(reply.body)).toBe(201)
        return reply.body.id as string
      }
      await post('/v1/projects', { name: 'p', description: '' })
      await post('/v1/disks?project=p', diskBody('d'))
      await w.settle()
      const id = await post('/v1/snapshots?project=p', { name: 's', description: '', disk: 'd' })
      const image = await post('/v1/images', body('i', { source: { type: 'snapshot', id } }))
      expect((await w.refused('GET', `/v1/images/${image}`))[0]).toBe(404)
      for (const path of [
        '/v1/disks/d?project=p',
        '/v1/snapshots/s?project=p',
        '/v1/vpc-subnets/default?project=p&vpc=default',
        '/v1/vpcs/default?project=p',
        '/v1/projects/p',
      ])
        expect((await ann.raw('DELETE', path)).status, path).toBe(204)
      await w.del('/v1/system/silos/brief')
      await w.settle()
      expect((await w.blocks.list()).map((volume) => volume.id)).not.toContain(image)
    })

    test('of the silo require a role on the silo', async () => {
      const w2 = await prepare(await open())
      const { owner, people } = w2
      await must(owner, 'POST', '/v1/disks?project=web', diskBody('d'))
      await settleStorage(w2.world.host)
      const { id } = await must(owner, 'POST', '/v1/snapshots?project=web', { name: 's', description: '', disk: 'd' })
      const from = (name: string) => body(name, { source: { type: 'snapshot', id } })
      const silo = await must(owner, 'POST', '/v1/images', from('ours'))
      const mine = await must(owner, 'POST', '/v1/images?project=web', from('mine'))
      const disk_source = { type: 'image', image_id: silo.id }
      const asked = async (who: keyof typeof people, method: string, path: string, sent?: unknown) =>
        (await people[who].raw(method, path, sent)).status
      expect(await asked('project admin', 'POST', '/v1/images', from('no'))).toBe(403)
      expect(await asked('silo viewer', 'POST', '/v1/images', from('no'))).toBe(403)
      expect(await asked('silo collaborator', 'POST', '/v1/images', from('yes'))).toBe(201)
      expect(await asked('project admin', 'GET', '/v1/images/ours')).toBe(404)
      expect(await asked('silo viewer', 'GET', '/v1/images/ours')).toBe(200)
      expect(await asked('silo viewer', 'DELETE', '/v1/images/ours')).toBe(403)
      expect(await asked('project admin', 'POST', '/v1/disks?project=web', diskBody('x', { disk_source }))).toBe(404)
      expect(await asked('silo collaborator', 'POST', '/v1/disks?project=web', diskBody('x', { disk_source }))).toBe(
        201,
      )
      expect(await asked('project viewer', 'GET', `/v1/images/${mine.id}`)).toBe(200)
      expect(await asked('project viewer', 'DELETE', `/v1/images/${mine.id}`)).toBe(403)
      expect(await asked('no role', 'GET', `/v1/images/${mine.id}`)).toBe(404)
      expect(await asked('other silo admin', 'GET', `/v1/images/${silo.id}`)).toBe(404)
      expect(await asked('fleet admin', 'GET', `/v1/images/${silo.id}`)).toBe(404)
    })

    test('no unexpected errors were logged', () => expect(w.errors).toEqual([]))
  })
})
