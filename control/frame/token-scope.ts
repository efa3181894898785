// Access tokens with a scope: what remains of their owner's permissions.
import { isWrite } from '#contract/facts.ts'
import { factsOf, type OperationId } from '#contract/operations.ts'
import { atMost, projectRole, type Actor, type Role, type TokenScope } from './authz.ts'
import { Failure } from './errors.ts'

const isLimited = ({ read_only, project_id, role }: TokenScope) => read_only || project_id !== null || role !== null

/** The owner with the roles that remain. Every lookup decides by roles, so this limits all operations at once. */
export function limitTo({ read_only, project_id, role: limit }: TokenScope, owner: Actor): Actor {
  const scope = { read_only, project_id, role: limit }
  if (!isLimited(scope)) return owner
  if (project_id !== null) {
    const role = atMost(projectRole(owner, { id: project_id, silo_id: owner.silo_id }), limit)
    const projects = new Map<string, Role>(role && [[project_id, role]])
    return { ...owner, scope, fleet: undefined, silo: undefined, projects }
  }
  const projects = new Map([...owner.projects].map(([id, role]) => [id, atMost(role, limit)!]))
  return { ...owner, scope, fleet: atMost(owner.fleet, limit), silo: atMost(owner.silo, limit), projects }
}

/** What does not depend on roles: writes with a read-only token, and the owner's account with any scope. */
export function assertInScope({ scope }: Actor, operation: OperationId): void {
  if (!scope) return
  const { account, websocket } = factsOf[operation]
  // what a user types into a serial console changes the instance
  if (scope.read_only && (isWrite(operation) || websocket))
    throw new Failure('Forbidden', 'this access token is read-only')
  if (account) throw new Failure('Forbidden', 'access tokens with a scope cannot change accounts, sessions or tokens')
}
