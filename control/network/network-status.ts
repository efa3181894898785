// Whether the network of a VPC is as it should be, for callers who can read the VPC.
import type { networkStatus as operations } from '#contract/network-status.ts'
import type { Handlers } from '../frame/context.ts'
import { findVpc } from './vpc.ts'

export const networkStatus = {
  async network_status_view(ctx, { path, query }) {
    const vpc = await findVpc(ctx, { ...path, ...query }, 'read')
    const { wanted, in_force, time_wanted, problem } = await ctx.db
      .selectFrom('vpc_network')
      .selectAll()
      .where('vpc_id', '=', vpc.id)
      .executeTakeFirstOrThrow()
    const is_applied = in_force >= wanted
    // before that, hosts are only late
    const silent_hosts = is_applied ? (await ctx.host.network.hostsBehind(vpc.id)).length : 0
    return { wanted, in_force, is_applied, silent_hosts, time_wanted: is_applied ? null : time_wanted, problem }
  },
} satisfies Handlers<keyof typeof operations>
