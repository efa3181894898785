// Who the user is, and what they may see of the fleet.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prefetch } from './api.ts'
import { queryClient } from './cache.ts'
import { host } from './host.ts'
import { currentUser, requireFleetViewer } from './me-queries.ts'

const USER = { id: 'u', display_name: 'ada', silo_id: 's', silo_name: 'recovery' }
const { fetch } = host
let asked: string[] = []

beforeEach(() => {
  queryClient.clear()
  asked = []
})
afterEach(() => void (host.fetch = fetch))

/** A host that sends this fleet role with the user, or none, and answers reads of the fleet's policy with this status. */
function serve({ role, policy = 200 }: { role?: string; policy?: number }): void {
  host.fetch = async (url) => {
    asked.push(String(url))
    if (url === '/v1/me') return Response.json(USER, { headers: role ? { 'x-fleet-role': role } : {} })
    return Response.json(policy === 200 ? { role_assignments: [] } : { message: 'no' }, { status: policy })
  }
}

test('our server sends the fleet role with the user: one request', async () => {
  serve({ role: 'viewer' })
  expect(await prefetch(currentUser())).toMatchObject({ displayName: 'ada', fleetRole: 'viewer' })
  expect(await requireFleetViewer()).toBeNull()
  expect(asked).toEqual(['/v1/me'])
})

test('users without a fleet role get "not found" on system pages', async () => {
  serve({ role: 'none' })
  await expect(requireFleetViewer()).rejects.toMatchObject({ status: 404 })
})

test('on other hosts, reading the policy tells who has a fleet role', async () => {
  serve({ policy: 200 })
  expect(await prefetch(currentUser())).toMatchObject({ fleetRole: 'some' })
  queryClient.clear()
  serve({ policy: 403 })
  expect(await prefetch(currentUser())).toMatchObject({ fleetRole: 'none' })
})
