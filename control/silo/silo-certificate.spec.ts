// Operators manage certificates and groups of other silos: through the API on every database.
import { beforeAll, describe, expect, test } from 'vitest'
import { makeSilo, makeUser } from '../testing/authz-world.ts'
import { makeAuthority } from '../testing/certificates.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type Person, type World } from '../testing/world.ts'

eachDatabase((_name, open) => {
  describe('certificates and groups of a silo', () => {
    let world: World
    let admin: Person
    let authority: Awaited<ReturnType<typeof makeAuthority>>
    beforeAll(async () => {
      world = await makeWorld(await open(), { suffix: 'rack.example' })
      admin = world.admin
      authority = await makeAuthority()
      await makeSilo(admin, 'acme')
    })
    const add = async (names: string[], name = 'front') =>
      admin.raw('POST', '/rackwright/silos/acme/certificates', {
        name,
        description: '',
        service: 'external_api',
        ...(await authority.leaf({ names })),
      })
    const list = async (silo: string) => (await admin.raw('GET', `/rackwright/silos/${silo}/certificates`)).body.items

    test('a certificate is checked against the name of that silo, listed there and deleted', async () => {
      expect((await add(['recovery.sys.rack.example'])).body.message).toContain('it is not for acme.sys.rack.example')
      const { status, body } = await add(['acme.sys.rack.example'])
      expect(status).toBe(201)
      expect(body).not.toHaveProperty('key')
      expect(body).not.toHaveProperty('private_key')
      expect((await add(['acme.sys.rack.example'])).body.message).toBe('already exists: certificate "front"')
      expect(await list('acme')).toEqual([body])
      expect(await list('recovery')).toEqual([])
      expect((await admin.raw('DELETE', `/rackwright/silos/recovery/certificates/${body.id}`)).status).toBe(404)
      expect((await admin.raw('DELETE', '/rackwright/silos/acme/certificates/front')).status).toBe(204)
      expect(await list('acme')).toEqual([])
    })

    test('changes are in the audit log, in the scope of the silo', async () => {
      const { items } = (await admin.raw('GET', '/rackwright/audit?noun=silo_certificate&silo=acme')).body as {
        items: object[]
      }
      expect(items).toMatchObject([
        { operation: 'silo_certificate_delete', target_name: 'front', status: 204 },
        { operation: 'silo_certificate_create', target_name: 'front', status: 201 },
      ])
    })

    test('members see the groups of their silo, and users elsewhere do not see the silo', async () => {
      await admin.raw('POST', '/v1/system/silos', {
        name: 'grouped',
        description: '',
        discoverable: true,
        identity_mode: 'local_only',
        quotas: { cpus: 1, memory: 1, storage: 1 },
        tls_certificates: [],
        admin_group_name: 'admins',
      })
      const groups = [{ id: expect.any(String), display_name: 'admins', silo_id: expect.any(String) }]
      expect((await admin.raw('GET', '/rackwright/silos/grouped/groups')).body.items).toEqual(groups)
      const { person } = await makeUser(world, 'grouped', 'member')
      expect((await person.raw('GET', '/rackwright/silos/grouped/groups')).body.items).toEqual(groups)
      expect((await person.raw('GET', '/rackwright/silos/acme/groups')).status).toBe(404)
      expect((await person.raw('GET', '/rackwright/silos/grouped/certificates')).status).toBe(403)
      expect(world.errors).toEqual([])
    })
  })
})
