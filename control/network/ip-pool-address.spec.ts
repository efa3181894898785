// Who holds the addresses of a pool, through the API, on every database.
import { beforeAll, describe, expect, test } from 'vitest'
import { makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

const POOL = 'owners'
const ADDRESSES = `/rackwright/ip-pools/${POOL}/addresses`

interface Address {
  kind: string
  ip: string
  first_port: number
  last_port: number
  silo_name: string
  project_name: string | null
  name: string | null
  instance_name: string | null
}

eachDatabase((_name, open) => {
  describe('addresses of a pool', () => {
    let world: Compute
    beforeAll(async () => {
      world = await makeCompute(await open())
      await world.ok('POST', '/v1/system/ip-pools', { name: POOL, description: '' })
      await world.ok('POST', `/v1/system/ip-pools/${POOL}/ranges/add`, { first: '198.51.100.1', last: '198.51.100.20' })
      await world.ok('POST', `/v1/system/ip-pools/${POOL}/silos`, { silo: 'recovery', is_default: false })
      await world.ok('PUT', `/v1/system/ip-pools/${POOL}/silos/recovery`, { is_default: true })
    })

    const all = async () => (await world.ok('GET', ADDRESSES)).items as unknown as Address[]

    test('an unused pool has none', async () => {
      expect(await all()).toEqual([])
    })

    test('floating IPs, ephemeral IPs and SNAT shares, by address and port', async () => {
      await world.ok('POST', '/v1/floating-ips?project=web', { name: 'front', description: '', ip: '198.51.100.9' })
      for (const name of ['one', 'two']) await world.make(name)
      await world.ok('POST', '/v1/instances/two/external-ips/ephemeral?project=web', {})
      await world.ok('POST', '/v1/floating-ips/front/attach?project=web', { kind: 'instance', parent: 'one' })
      const own = { silo_name: 'recovery', project_name: 'web' }
      expect(await all()).toMatchObject([
        { kind: 'snat', ip: '198.51.100.1', first_port: 0, last_port: 16383, instance_name: 'one', name: null, ...own },
        { kind: 'snat', ip: '198.51.100.1', first_port: 16384, last_port: 32767, instance_name: 'two', ...own },
        { kind: 'ephemeral', ip: '198.51.100.2', last_port: 65535, instance_name: 'two', ...own },
        { kind: 'floating', ip: '198.51.100.9', last_port: 65535, name: 'front', instance_name: 'one', ...own },
      ])
    })

    test('pages continue within a shared address', async () => {
      const seen: string[] = []
      let token = ''
      do {
        const page = await world.ok('GET', `${ADDRESSES}?limit=1${token && `&page_token=${token}`}`)
        for (const { kind, first_port } of page.items as unknown as Address[]) seen.push(`${kind} ${first_port}`)
        token = (page.next_page as string | null) ?? ''
      } while (token)
      expect(seen).toEqual(['snat 0', 'snat 16384', 'ephemeral 0', 'floating 0'])
    })

    test('shows the name of another silo but nothing inside its projects', async () => {
      const quotas = { cpus: 9, memory: 2 ** 40, storage: 2 ** 40 }
      await world.ok('POST', '/v1/system/silos', {
        name: 'tenant',
        description: '',
        discoverable: true,
        identity_mode: 'local_only',
        quotas,
        tls_certificates: [],
      })
      const tenant = (await world.ok('GET', '/v1/system/silos/tenant')).id
      await world.host.db.transaction(async (tx) => {
        await tx
          .updateTable('project')
          .set({ silo_id: tenant as string })
          .where('name', '=', 'web')
          .execute()
        await tx
          .updateTable('floating_ip')
          .set({ silo_id: tenant as string })
          .where('name', '=', 'front')
          .execute()
      })
      expect((await all()).at(-1)).toMatchObject({
        kind: 'floating',
        silo_name: 'tenant',
        project_name: null,
        name: null,
        instance_name: null,
      })
    })
  })
})
