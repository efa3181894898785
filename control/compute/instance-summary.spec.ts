// Addresses and images of the instances in a list: through the API on every database.
import { expect, test } from 'vitest'
import { instanceBody, makeCompute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

eachDatabase((_name, open) => {
  test('summaries have the best address and the image, and page like the list of instances', async () => {
    const world = await makeCompute(await open())
    await world.plane.stop()
    const summaries = async (query: string) =>
      (await world.ok('GET', `/rackwright/instance-summaries?${query}`)).items as Record<string, unknown>[]
    await world.ok('POST', '/v1/floating-ips?project=web', { name: 'front', description: '' })
    const disk = { description: '', size: 2 ** 30, disk_source: { type: 'blank', block_size: 512 } }
    const none = { network_interfaces: { type: 'none' } }
    const bare = await world.make('a-bare', none)
    const ephemeral = await world.make('b-ephemeral', {
      external_ips: [{ type: 'ephemeral' }],
      network_interfaces: { type: 'default' },
      boot_disk: { type: 'create', name: 'boot', ...disk },
    })
    const both = { ...none, external_ips: [{ type: 'ephemeral' }, { type: 'floating', floating_ip: 'front' }] }
    const floating = await world.make('c-floating', both)
    const image_id = world.host.random.uuid()
    await world.host.db.transaction(async (tx) => {
      const project = await tx.selectFrom('project').selectAll().where('name', '=', 'web').executeTakeFirstOrThrow()
      const { id: project_id, silo_id, time_created, time_modified } = project
      const image = { id: image_id, silo_id, project_id, name: 'debian', description: '', os: 'debian', version: '12' }
      await tx
        .insertInto('image')
        .values({ ...image, size: 1, block_size: 512, digest: null, time_created, time_modified })
        .execute()
      await tx.updateTable('disk').set({ image_id }).where('name', '=', 'boot').execute()
    })
    const nothing = { external_ip: null, internal_ip: null, image_name: null }
    const all = await summaries('project=web')
    const { ip } = await world.ok('GET', '/v1/floating-ips/front?project=web')
    expect(all).toEqual([
      { id: bare.id, ...nothing },
      {
        id: ephemeral.id,
        external_ip: expect.stringMatching(/^10\.200\./) as string,
        internal_ip: expect.stringMatching(/^172\.30\./) as string,
        image_name: 'debian',
      },
      { id: floating.id, ...nothing, external_ip: ip },
    ])

    const list = await world.ok('GET', '/v1/instances?project=web&limit=2')
    expect(await summaries(`limit=2&page_token=${String(list.next_page)}`)).toEqual([all[2]])
    // an image that another project owns is not named
    const other = await world.ok('POST', '/v1/projects', { name: 'other', description: '' })
    const move = { project_id: other.id as string }
    await world.host.db.transaction((tx) => tx.updateTable('image').set(move).where('id', '=', image_id).execute())
    expect((await summaries('project=web'))[1]).toMatchObject({ image_name: null })
    await world.ok('POST', '/v1/instances?project=other', instanceBody('elsewhere'))
    expect(await summaries('project=web')).toHaveLength(3)
  })
})
