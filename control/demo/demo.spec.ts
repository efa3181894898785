// The demo world can be made from nothing, and it is the same each time.
import { expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, PASSWORD } from '../testing/world.ts'
import { furnishDemo } from './demo.ts'
import { projects } from './project.ts'

eachDatabase((_name, open) => {
  test('the demo world', async () => {
    const world = await makeWorld(await open())
    await world.plane.start()
    const session = await furnishDemo(world.plane, { silo: 'recovery', user: 'admin', password: PASSWORD })
    expect(session).toMatch(/^[0-9a-f]{40}$/)
    const listed = await world.admin.raw('GET', '/v1/projects')
    const names = (listed.body.items as { name: string }[]).map(({ name }) => name)
    expect(names).toEqual(projects.map(({ name }) => name).sort())
    expect((await (await world.login('meridian', 'katherine', 'demo')).raw('GET', '/v1/projects')).status).toBe(200)
    expect(world.errors).toEqual([])
    await world.stop()
  })
})
