// The demo's people: a second tenant beside the operators' own, with someone in every role.
import { GIB } from '#contract/limits.ts'
import { unwrap } from '#contract/client.ts'
import type { Demo } from './demo.ts'

export const PEOPLE_PASSWORD = 'demo'

export const silo = 'meridian'
export const people = [
  { name: 'ada', role: 'admin' },
  { name: 'grace', role: 'collaborator' },
  { name: 'katherine', role: 'viewer' },
  { name: 'alan', role: undefined },
] as const

/** Operators next to the first administrator: looking on, and helping out. */
export const operators = [
  { name: 'edith', role: 'viewer' },
  { name: 'hedy', role: 'collaborator' },
] as const

async function addPeople(
  { admin }: Demo,
  siloName: string,
  wanted: readonly { name: string; role?: string | undefined }[],
) {
  const made: { id: string; role: string }[] = []
  for (const { name, role } of wanted) {
    const password = { mode: 'password', value: PEOPLE_PASSWORD } as const
    const body = { externalId: name, password }
    const user = unwrap(
      'local_idp_user_create',
      await admin('local_idp_user_create', { query: { silo: siloName }, body }),
    )
    if (role) made.push({ id: user.id, role })
  }
  return made.map(({ id, role }) => ({
    identityType: 'silo_user' as const,
    identityId: id,
    roleName: role as 'admin' | 'collaborator' | 'viewer',
  }))
}

export async function furnishSilos(demo: Demo): Promise<void> {
  const { admin } = demo
  const body = {
    name: silo,
    description: 'Meridian Maps, the first customer',
    discoverable: true,
    identityMode: 'local_only' as const,
    quotas: { cpus: 48, memory: 192 * GIB, storage: 2048 * GIB },
    tlsCertificates: [],
  }
  unwrap('silo_create', await admin('silo_create', { body }))
  const roleAssignments = await addPeople(demo, silo, people)
  unwrap('silo_policy_update', await admin('silo_policy_update', { path: { silo }, body: { roleAssignments } }))

  // the first silo is practically without limit; a bar that never moves shows nothing
  const quotas = { cpus: 96, memory: 384 * GIB, storage: 6144 * GIB }
  unwrap('silo_quotas_update', await admin('silo_quotas_update', { path: { silo: 'recovery' }, body: quotas }))
  const mine = unwrap('policy_view', await admin('policy_view'))
  const others = await addPeople(demo, 'recovery', operators)
  const widened = { roleAssignments: [...mine.roleAssignments, ...others] }
  unwrap('policy_update', await admin('policy_update', { body: widened }))

  const ada = await demo.login(silo, 'ada', PEOPLE_PASSWORD)
  for (const [name, description] of [
    ['tiles', 'Renders map tiles'],
    ['routing', 'Finds the way'],
  ] as const)
    unwrap('project_create', await ada('project_create', { body: { name, description } }))
}
