// The demo's silos and people: the operators' own silo, a customer with local users, and a customer with single sign-on. Between them
// there is somebody in every role, directly or through a group.
import { GIB } from '#contract/limits.ts'
import { type Demo, type Task, task } from './task.ts'
import { GROUP_ATTRIBUTE, METADATA, PROVIDER } from './saml.ts'

export const ADMIN_PASSWORD = 'preview'
export const PEOPLE_PASSWORD = 'demo'
export const OPERATORS = 'recovery'
export const LOCAL = 'meridian'
export const SSO = 'aurora'

type Role = 'admin' | 'collaborator' | 'viewer'

interface Person {
  name: string
  silo: string
  /** In words, for the list of people to switch to. */
  title: string
  role?: Role
  fleet?: Role
  /** At the identity provider. */
  groups?: readonly string[]
}

/** Everyone but the first administrator. */
export const people: readonly Person[] = [
  { silo: OPERATORS, name: 'hedy', title: 'Silo collaborator', role: 'collaborator' },
  { silo: OPERATORS, name: 'edith', title: 'Silo viewer', role: 'viewer' },
  { silo: OPERATORS, name: 'margaret', title: 'Fleet collaborator', fleet: 'collaborator' },
  { silo: OPERATORS, name: 'dorothy', title: 'Fleet viewer', fleet: 'viewer' },
  { silo: OPERATORS, name: 'joan', title: 'Project admin of billing' },
  { silo: OPERATORS, name: 'radia', title: 'Project collaborator of storefront, viewer of analytics' },
  { silo: LOCAL, name: 'ada', title: 'Silo admin', role: 'admin' },
  { silo: LOCAL, name: 'grace', title: 'Silo collaborator', role: 'collaborator' },
  { silo: LOCAL, name: 'katherine', title: 'Silo viewer', role: 'viewer' },
  { silo: LOCAL, name: 'alan', title: 'No role' },
  { silo: SSO, name: 'noor@aurora.example', title: 'Silo admin through a group', groups: ['cloud-admins', 'staff'] },
  { silo: SSO, name: 'tomas@aurora.example', title: 'Silo viewer through a group', groups: ['staff', 'research'] },
  { silo: SSO, name: 'mei@aurora.example', title: 'Project admin through a group', groups: ['imaging'] },
]

export const isLocal = (silo: string) => silo !== SSO
export const groupsOf = (user: string) => people.find(({ name }) => name === user)?.groups ?? []

/** Each has a desk of their own. */
export const addressOf = (user: string) =>
  `192.0.2.${10 + Math.max(0, people.findIndex(({ name }) => name === user) + 1)}`

const assign = (identityId: string, roleName: Role) => ({ identityType: 'silo_user' as const, identityId, roleName })

/** Returns the ids of the new users, by name. */
async function addPeople({ admin }: Demo, silo: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { name } of people.filter((each) => each.silo === silo)) {
    const body = { externalId: name, password: { mode: 'password' as const, value: PEOPLE_PASSWORD } }
    ids.set(name, (await admin('local_idp_user_create', { query: { silo }, body })).id)
  }
  return ids
}

const rolesIn = (silo: string, ids: ReadonlyMap<string, string>) =>
  people.filter((each) => each.silo === silo).flatMap(({ name, role }) => (role ? [assign(ids.get(name)!, role)] : []))

/** The first silo is practically without limit; a bar that never moves shows nothing. */
const operatorQuotas = { cpus: 320, memory: 1280 * GIB, storage: 12 * 1024 * GIB }

async function addOperators(demo: Demo): Promise<void> {
  const { admin } = demo
  await admin('silo_quotas_update', { path: { silo: OPERATORS }, body: operatorQuotas })
  const ids = await addPeople(demo, OPERATORS)
  const own = await admin('policy_view')
  const roleAssignments = [...own.roleAssignments, ...rolesIn(OPERATORS, ids)]
  await admin('policy_update', { body: { roleAssignments } })
  const fleet = await admin('system_policy_view')
  const operators = people.flatMap(({ name, fleet: role }) => (role ? [assign(ids.get(name)!, role)] : []))
  const widened = [...fleet.roleAssignments, ...operators]
  await admin('system_policy_update', { body: { roleAssignments: widened } })
}

async function addLocalSilo(demo: Demo): Promise<void> {
  const { admin } = demo
  const body = {
    name: LOCAL,
    description: 'Meridian Maps, the first customer',
    discoverable: true,
    identityMode: 'local_only' as const,
    quotas: { cpus: 48, memory: 192 * GIB, storage: 2048 * GIB },
    tlsCertificates: [],
  }
  await admin('silo_create', { body })
  const roleAssignments = rolesIn(LOCAL, await addPeople(demo, LOCAL))
  await admin('silo_policy_update', { path: { silo: LOCAL }, body: { roleAssignments } })
}

async function addSsoSilo({ admin }: Demo): Promise<void> {
  const body = {
    name: SSO,
    description: 'Aurora Health, signs in with its own identity provider',
    discoverable: true,
    identityMode: 'saml_jit' as const,
    adminGroupName: 'cloud-admins',
    // nearly used up, so that the issues page has something to say
    quotas: { cpus: 24, memory: 96 * GIB, storage: 1024 * GIB },
    tlsCertificates: [],
  }
  await admin('silo_create', { body })
  const provider = {
    name: PROVIDER,
    description: 'Keycloak of Aurora Health',
    acsUrl: `https://${SSO}.sys.rack.example/login/${SSO}/saml/${PROVIDER}`,
    groupAttributeName: GROUP_ATTRIBUTE,
    idpEntityId: 'https://id.aurora.example/realms/aurora',
    idpMetadataSource: { type: 'base64_encoded_xml' as const, data: btoa(METADATA) },
    signingKeypair: null,
    sloUrl: 'https://id.aurora.example/realms/aurora/logout',
    spClientId: 'rackwright',
    technicalContactEmail: 'identity@aurora.example',
  }
  await admin('saml_identity_provider_create', { query: { silo: SSO }, body: provider })
}

/** Users and groups of a silo with single sign-on appear when people first sign in. */
async function grantGroups(demo: Demo): Promise<void> {
  for (const { name } of people.filter(({ silo }) => silo === SSO)) await demo.as(SSO, name)
  const noor = await demo.as(SSO, 'noor@aurora.example')
  const groups = await noor('group_list')
  const idOf = (name: string) => groups.items.find(({ displayName }) => displayName === name)!.id
  const group = (name: string, roleName: Role) => ({
    identityType: 'silo_group' as const,
    identityId: idOf(name),
    roleName,
  })
  const policy = await noor('policy_view')
  const roleAssignments = [...policy.roleAssignments, group('staff', 'viewer')]
  await noor('policy_update', { body: { roleAssignments } })
  await noor('project_create', { body: { name: 'imaging', description: 'Reads scans and writes reports' } })
  const path = { project: 'imaging' }
  const own = await noor('project_policy_view', { path })
  const admins = [...own.roleAssignments, group('imaging', 'admin')]
  await noor('project_policy_update', { path, body: { roleAssignments: admins } })
}

export const silos = (): Task[] => [
  task(30, '08:05', addOperators),
  task(30, '08:40', addLocalSilo),
  task(27, '09:15', addSsoSilo),
  task(27, '10:30', grantGroups),
]
