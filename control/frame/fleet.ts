// Fleet-level authorization. The fleet's existence is no secret, so callers who lack a role get 403.
import { atLeast, type Role } from './authz.ts'
import { actorOf, type Ctx } from './context.ts'
import { forbidden, notFound } from './errors.ts'

export function assertFleet(ctx: Ctx, role: Role): void {
  if (!atLeast(actorOf(ctx).fleet, role)) throw forbidden()
}

/** For a single fleet resource: callers who cannot read it get 404. */
export function assertFleetThing(ctx: Ctx, label: string, selector: string, role: Role = 'viewer'): void {
  const { fleet } = actorOf(ctx)
  if (!atLeast(fleet, 'viewer')) throw notFound(label, selector)
  if (!atLeast(fleet, role)) throw forbidden()
}
