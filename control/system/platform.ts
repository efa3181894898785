// What the rack is made of, for everybody who is signed in.
import type { platform as operations } from '#contract/platform.ts'
import { actorOf, type Handlers } from '../frame/context.ts'

export const platform = {
  async platform_view(ctx) {
    actorOf(ctx)
    const { version, rackKind, networkKind, enforcesNetworks } = ctx.host
    return { version, machines: rackKind, network: networkKind, enforces_networks: enforcesNetworks }
  },
} satisfies Handlers<keyof typeof operations>
