// The palette's search, against a host that has one resource of a kind.
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '../api.ts'
import { host } from '../host.ts'
import { paths } from '../paths.ts'
// registers the features
import '../routes.ts'
import { search, type Found } from './search.ts'

beforeEach(() => queryClient.clear())

const row = { id: '4c1c6f52-9d16-4f43-a0d1-0d9f2e5f2a55', name: 'edge-routes', description: 'To the core' }

async function find(text: string, answers: Record<string, unknown>): Promise<Found[]> {
  host.fetch = async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://localhost')
    if (pathname === '/v1/me') return Response.json({ fleet_role: 'viewer' })
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
