// Brings back the interfaces and addresses of a deleted instance, as far as they are free.
import type { Wire } from '#contract/api.ts'
import type { RowOf } from '../db/database.ts'
import type { Ctx } from '../frame/context.ts'
import { Failure } from '../frame/errors.ts'
import { insertExternal, pointFloating, type Holder } from './external-ip-attachment.ts'
import { takeAddress } from './ip-pool-address.ts'
import { takeSubnetAddress } from './network-interface-address.ts'
import { freeMac, isTaken } from './network-interface-insert.ts'
import { touchVpc } from './desired/touch-vpc.ts'

type LeftOut = Wire<'DeletedLeftOut'>
type Nic = RowOf<'network_interface'>

/** Each has its MAC and private address if they are free, and others if not. Those of deleted subnets are left out. */
export async function restoreInterfaces(ctx: Ctx, kept: readonly Nic[]): Promise<LeftOut[]> {
  const leftOut: LeftOut[] = []
  let primary = true
  for (const nic of [...kept].sort((a, b) => Number(b.primary) - Number(a.primary))) {
    const named = { noun: 'network_interface' as const, id: nic.id, name: nic.name }
    const subnet = ctx.db.selectFrom('vpc_subnet').selectAll().where('id', '=', nic.subnet_id)
    const found = await subnet.executeTakeFirst()
    if (!found) {
      leftOut.push({ ...named, reason: 'deleted' })
      continue
    }
    const taken = await orNothing(takeSubnetAddress(ctx, found, nic.ip))
    if (!taken) leftOut.push({ ...named, reason: 'address_taken' })
    const address = taken ?? (await orNothing(takeSubnetAddress(ctx, found, null)))
    if (!address) continue
    const mac = (await isTaken(ctx, nic.vpc_id, nic.mac)) ? await freeMac(ctx, nic.vpc_id) : nic.mac
    await ctx.db
      .insertInto('network_interface')
      .values({ ...nic, ...address, mac, primary, plug: null })
      .execute()
    await touchVpc(ctx, nic.vpc_id)
    primary = false
  }
  return leftOut
}

/** The same address if nobody has it, because it was free to take from the moment of the deletion. */
export async function restoreEphemeral(ctx: Ctx, instance: Holder, kept: readonly RowOf<'external_ip'>[]) {
  const leftOut: LeftOut[] = []
  for (const { kind, ip_pool_id, ip, first_port, last_port } of kept) {
    const linked = ctx.db.selectFrom('ip_pool_silo').select('ip_pool_id').where('ip_pool_id', '=', ip_pool_id)
    const isLinked = await linked.where('silo_id', '=', instance.silo_id).executeTakeFirst()
    const taken = isLinked && (await orNothing(takeAddress(ctx, ip_pool_id, ip)))
    if (taken) await insertExternal(ctx, instance, { kind, ip_pool_id, ...taken, first_port, last_port })
    else leftOut.push({ noun: 'ephemeral_ip', id: null, name: ip, reason: 'address_taken' })
  }
  return leftOut
}

/** Floating IPs that are detached are attached again. */
export async function restoreFloating(ctx: Ctx, instance: Holder, kept: readonly { id: string; name: string }[]) {
  const leftOut: LeftOut[] = []
  for (const { id, name } of kept) {
    const row = await ctx.db.selectFrom('floating_ip').selectAll().where('id', '=', id).executeTakeFirst()
    if (row?.instance_id === null) await pointFloating(ctx, row, instance.id)
    else
      leftOut.push({ noun: 'floating_ip', id, name: row?.name ?? name, reason: row ? 'attached_elsewhere' : 'deleted' })
  }
  return leftOut
}

/** Taking an address refuses before it writes anything. */
async function orNothing<T>(taking: Promise<T>): Promise<T | undefined> {
  try {
    return await taking
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
