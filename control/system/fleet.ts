// The fleet as a scope: nobody reads it, so what a role is missing for is refused, not hidden.
import { atLeast, type Role } from '../people/authz.ts'
import { actorOf, type Ctx } from '../frame/context.ts'
import { forbidden, notFound } from '../frame/errors.ts'

export function assertFleet(ctx: Ctx, role: Role): void {
  if (!atLeast(actorOf(ctx).fleet, role)) throw forbidden()
}

/** For a single thing of the fleet: who may not read it is told that it does not exist. */
export function assertFleetThing(ctx: Ctx, label: string, selector: string, role: Role = 'viewer'): void {
  const { fleet } = actorOf(ctx)
  if (!atLeast(fleet, 'viewer')) throw notFound(label, selector)
  if (!atLeast(fleet, role)) throw forbidden()
}
