// The caller's own role on the fleet, direct or through the silo's role mapping. An addition of ours.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { FleetRole } from './policy.ts'

export const fleetRole = {
  fleet_role_view: { status: 200, answer: z.object({ role: FleetRole }) },
} satisfies Operations<'fleet_role'>
