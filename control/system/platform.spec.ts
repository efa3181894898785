// What everybody may know of the rack, and the image that it offers.
import { expect, test } from 'vitest'
import { simulatedCapabilities } from '#drivers/simulated/rack.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld } from '../testing/world.ts'

eachDatabase((_name, open) => {
  test('what the rack can do is sent as the rack says it', async () => {
    const can = { ...simulatedCapabilities, has_screens: true, has_slots: false }
    const { admin } = await makeWorld(await open(), { can })
    expect((await admin.raw('GET', '/rackwright/platform')).body).toEqual({
      version: '1.2.3',
      machines: 'simulated',
      network: 'simulated',
      ...can,
      takes_hosts: false,
      architectures: ['x86_64', 'aarch64'],
      migrates: true,
      backup_kinds: ['directory', 'sftp', 's3'],
      has_starter_image: true,
    })
  })

  test('the starter image is offered, and can be downloaded in parts', async () => {
    const { admin, plane } = await makeWorld(await open())
    expect((await admin.raw('GET', '/rackwright/platform')).body).toMatchObject({ has_starter_image: true })
    const fetch = async (headers: Record<string, string>) => {
      const request = new Request('http://rack.test/rackwright/starter-image', { headers })
      const response = await plane.fetch(request, { address: '127.0.0.1', secure: false, session: admin.session })
      return [response.status, await response.text()]
    }
    expect(await fetch({})).toEqual([200, 'starter'])
    expect(await fetch({ range: 'bytes=2-4' })).toEqual([206, 'art'])
  })

  test('without one, nothing is offered', async () => {
    const { admin } = await makeWorld(await open(), { starterImage: async () => undefined })
    expect((await admin.raw('GET', '/rackwright/platform')).body).toMatchObject({ has_starter_image: false })
    const { status, body } = await admin.raw('GET', '/rackwright/starter-image')
    expect([status, body.error_code]).toEqual([404, 'ObjectNotFound'])
  })
})
