// What the guest of an instance says about itself, for callers who can read the instance. The driver bounds it (drivers/guest.ts).
import type { GuestFacts, MachineAt } from '#drivers/machines.ts'
import type { instanceGuest as operations } from '#contract/instance-guest.ts'
import type { Handlers, Host } from '../frame/context.ts'
import { driverErrorOf, reached } from '../frame/driver-error.ts'
import { findInstance } from '../frame/find-instance.ts'

/** Nobody answers in a machine that starts, ends or is gone. */
async function factsOf({ machines }: Host, at: MachineAt): Promise<GuestFacts | undefined> {
  try {
    return await machines.guest(at)
  } catch (error) {
    const code = driverErrorOf(error)
    if (code === 'wrong_state' || code === 'unknown_machine') return undefined
    throw error
  }
}

export const instanceGuest = {
  instance_guest_view: {
    async outside(ctx, { path, query }) {
      const { id, sled_id } = await ctx.hold((inside) => findInstance(inside, { ...path, ...query }, 'read'))
      const facts = sled_id ? await reached(factsOf(ctx.host, { id, sled_id })) : undefined
      return {
        answers: facts !== undefined,
        hostname: facts?.hostname ?? null,
        system: facts?.system ?? null,
        kernel: facts?.kernel ?? null,
        interfaces: (facts?.interfaces ?? []).map((each) => ({ ...each, mac: each.mac ?? null })),
      }
    },
  },
} satisfies Handlers<keyof typeof operations>
