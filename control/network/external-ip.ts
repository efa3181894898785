// External addresses of an instance: its ephemeral IP, attached floating IPs, and its share of a source NAT address.
import { MAX_EXTERNAL_IPS } from '#contract/limits.ts'
import type { Input } from '#contract/api.ts'
import type { externalIp as operations } from '#contract/external-ip.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { invalidRequest, isUuid } from '../frame/errors.ts'
import {
  assertAttachable,
  assertBelowLimit,
  assertSettled,
  ephemeralOf,
  pointFloating,
  takeEphemeral,
  type Holder,
} from './external-ip-attachment.ts'
import { findFloatingIp } from './floating-ip.ts'
import { giveAddress, releaseSlice } from './ip-pool-address.ts'
import { findLinkedPool } from './ip-pool.ts'
import { findInstance } from '../frame/find-instance.ts'
import { touchVpcOfInstance } from './desired/touch-vpc.ts'

export const externalIp = {
  async instance_external_ip_list(ctx, { path, query }) {
    const instance = await findInstance(ctx, { ...path, ...query }, 'read')
    const ephemeral = await ephemeralOf(ctx, instance)
    const floating = await floatingOf(ctx, instance.id).execute()
    return {
      items: [
        ...(ephemeral ? [{ kind: 'ephemeral' as const, ip: ephemeral.ip }] : []),
        ...floating.map((row) => ({ kind: 'floating' as const, ...row })),
      ],
      next_page: null,
    }
  },

  /** Idempotent: an instance that has one keeps it, whatever pool is named. */
  async instance_ephemeral_ip_attach(ctx, { path, query, body }) {
    const instance = ctx.subject(await findInstance(ctx, { ...path, ...query }, 'modify'))
    if (body.pool) await findLinkedPool(ctx, body.pool)
    const held = await ephemeralOf(ctx, instance)
    if (held) return { kind: 'ephemeral', ip: held.ip }
    assertSettled(instance)
    await assertBelowLimit(ctx, instance)
    const { ip } = await takeEphemeral(ctx, instance, body.pool)
    return { kind: 'ephemeral', ip }
  },

  async instance_ephemeral_ip_detach(ctx, { path, query }) {
    const instance = ctx.subject(await findInstance(ctx, { ...path, ...query }, 'modify'))
    const held = await ephemeralOf(ctx, instance)
    if (!held) throw invalidRequest('instance does not have an ephemeral IP attached')
    assertSettled(instance)
    await ctx.db.deleteFrom('external_ip').where('id', '=', held.id).execute()
    await giveAddress(ctx, held)
    await touchVpcOfInstance(ctx, instance.id)
  },
} satisfies Handlers<keyof typeof operations>

const floatingOf = (ctx: Ctx, instance_id: string) =>
  ctx.db.selectFrom('floating_ip').selectAll().where('instance_id', '=', instance_id).orderBy('name')

/** For a new instance, which has no state to check yet. */
export async function attachExternalIps(
  ctx: Ctx,
  instance: Holder,
  wanted: Input<'instance_create'>['body']['external_ips'],
): Promise<void> {
  if (wanted.length > MAX_EXTERNAL_IPS)
    throw invalidRequest(`An instance may not have more than ${MAX_EXTERNAL_IPS} external IP addresses`)
  if (wanted.filter((each) => each.type === 'ephemeral').length > 1)
    throw invalidRequest('An instance may not have more than 1 ephemeral IP address')
  for (const each of wanted) {
    if (each.type === 'ephemeral') {
      await takeEphemeral(ctx, instance, each.pool)
      continue
    }
    const floating_ip = each.floating_ip
    const selector = isUuid(floating_ip) ? { floating_ip } : { floating_ip, project: instance.project_id }
    const row = await findFloatingIp(ctx, selector, 'modify')
    assertAttachable(instance, row)
    await pointFloating(ctx, row, instance.id)
  }
}

/** When an instance is deleted: releases its own addresses and detaches floating IPs. */
export async function releaseAddresses(ctx: Pick<Ctx, 'db' | 'now'>, instance_id: string): Promise<void> {
  const own = await ctx.db.selectFrom('external_ip').selectAll().where('instance_id', '=', instance_id).execute()
  await ctx.db.deleteFrom('external_ip').where('instance_id', '=', instance_id).execute()
  for (const row of own) await (row.kind === 'snat' ? releaseSlice(ctx, row) : giveAddress(ctx, row))
  const detached = { instance_id: null, time_modified: ctx.now }
  await ctx.db.updateTable('floating_ip').set(detached).where('instance_id', '=', instance_id).execute()
}
