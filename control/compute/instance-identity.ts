// The name, description and notes of an instance.
import type { instanceIdentity as operations } from '#contract/instance-identity.ts'
import type { Handlers } from '../frame/context.ts'
import { findInstance, type InstanceRow } from '../frame/find-instance.ts'
import { updateIdentity } from '../frame/identity.ts'
import { touchVpcOfInstance } from '../network/desired/touch-vpc.ts'

export const instanceIdentity = {
  async instance_identity_view(ctx, { path, query }) {
    return shown(await findInstance(ctx, { ...path, ...query }, 'read'))
  },

  async instance_identity_update(ctx, { path, query, body }) {
    const row = ctx.subject(await findInstance(ctx, { ...path, ...query }, 'modify'))
    const updated = await updateIdentity(ctx, 'instance', 'instance', row, body, { notes: body.notes ?? row.notes })
    // firewall rules and routes refer to instances by name
    if (updated.name !== row.name) await touchVpcOfInstance(ctx, row.id)
    return shown(updated)
  },
} satisfies Handlers<keyof typeof operations>

const shown = (row: InstanceRow) => ({ ...row, notes: row.notes ?? '' })
