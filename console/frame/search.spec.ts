// The palette's search, against a host that has one resource of a kind.
import { expect, test } from 'vitest'
import { FLEET_ROLE_HEADER } from '#contract/role-rules.ts'
import { queryClient } from '../cache.ts'
import { host } from '../host.ts'
import { paths } from '../paths.ts'
// registers the features
import '../routes.ts'
import { search, type Found } from './search.ts'

const row = { id: '4c1c6f52-9d16-4f43-a0d1-0d9f2e5f2a55', name: 'edge-routes', description: 'To the core' }

async function find(text: string, answers: Record<string, unknown>, fleetRole = 'viewer'): Promise<Found[]> {
  queryClient.clear()
  host.fetch = async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://localhost')
    if (pathname === '/v1/me')
      return Response.json({ silo_name: 'acme' }, { headers: { [FLEET_ROLE_HEADER]: fleetRole } })
    return Response.json(answers[pathname] ?? { items: [], next_page: null })
  }
  let found: Found[] = []
  await search(text, new AbortController().signal, (better) => (found = better))
  return found
}

test.each([
  ['Announce sets', '/v1/system/networking/bgp-announce-set', [row], paths.announceSet({ set: row.name })],
  ['Address lots', '/v1/system/networking/address-lot', { items: [row] }, paths.addressLot({ lot: row.name })],
])('finds %s', async (group, path, answer, to) => {
  expect(await find('routes', { [path]: answer })).toMatchObject([{ group, label: row.name, to }])
  expect(await find('absent', { [path]: answer })).toEqual([])
})

const NOWHERE = { project_name: null, vpc_name: null, router_name: null }
const lookedUp = (kind: string, silo_name: string | null) => ({
  '/rackwright/lookup': { items: [{ kind, match: 'id', id: row.id, name: 'ada', ...NOWHERE, silo_name }] },
})

test('a user of another silo is on the page of that silo', async () => {
  expect(await find('4c1c6f52', lookedUp('user', 'acme'))).toMatchObject([{ label: 'ada', to: paths.users() }])
  expect(await find('4c1c6f52', lookedUp('user', 'other'))).toMatchObject([
    { label: 'ada', detail: 'other', to: `${paths.silo({ silo: 'other' })}?tab=users` },
  ])
})

test('members find no page that only operators can open', async () => {
  expect(await find('4c1c6f52', lookedUp('silo', null), 'none')).toEqual([])
  expect(await find('4c1c6f52', lookedUp('silo', null))).toMatchObject([{ to: paths.silo({ silo: 'ada' }) }])
})
