// The permissions of each role: one table for the API's authorization and the console's access pages. No zod here.

export type Role = 'viewer' | 'collaborator' | 'admin'
/** Sent with the caller's own user: their role on the fleet, or "none". An addition of ours. */
export const FLEET_ROLE_HEADER = 'x-fleet-role'
/** Likewise: until when they must set up a second factor, if they have none and their silo will require it. */
export const SECOND_FACTOR_DUE_HEADER = 'x-second-factor-due'
/** Likewise: the name of the installation, if it has one. Percent-encoded, because headers are Latin-1. */
export const INSTALLATION_HEADER = 'x-installation'
/** read: see it. list_children: see what is in it. create_child: add to it. modify: change, delete, write its policy. */
export type Action = 'read' | 'list_children' | 'create_child' | 'modify'

const rank: Record<Role, number> = { viewer: 1, collaborator: 2, admin: 3 }
export const atLeast = (held: Role | undefined, needed: Role) => held !== undefined && rank[held] >= rank[needed]
export const stronger = (a: Role | undefined, b: Role | undefined) =>
  a === undefined || (b !== undefined && rank[b] > rank[a]) ? b : a

/** The role that a silo role implies on each of the silo's projects. */
export const impliedProjectRole = (silo: Role | undefined): Role | undefined =>
  atLeast(silo, 'collaborator') ? 'admin' : silo

/** The project role that an action requires. */
export const projectNeeds: Record<Action, Role> = {
  read: 'viewer',
  list_children: 'viewer',
  create_child: 'collaborator',
  modify: 'admin',
}
