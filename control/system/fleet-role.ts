// The caller's own fleet role. The console needs it to say why a fleet viewer cannot change something.
import type { fleetRole as operations } from '#contract/fleet-role.ts'
import { actorOf, type Handlers } from '../frame/context.ts'
import { forbidden } from '../frame/errors.ts'

export const fleetRole = {
  async fleet_role_view(ctx) {
    const { fleet } = actorOf(ctx)
    if (!fleet) throw forbidden()
    return { role: fleet }
  },
} satisfies Handlers<keyof typeof operations>
