// The share of an address that each instance has for outgoing traffic. Where addresses are not shared, as on OVN, each
// VPC has a router of its own, and an address answers at one of them (docs/decisions/0036-external-networks.md).
import type { Host, Ctx } from '../frame/context.ts'
import { Failure } from '../frame/errors.ts'
import { touchVpc } from './desired/touch-vpc.ts'
import { insertExternal, type Holder } from './external-ip-attachment.ts'
import { releaseSlice, takeSlice } from './ip-pool-address.ts'
import { poolFor } from './ip-pool.ts'

/** Every instance has one, even without interfaces. */
export async function allocateSnat(ctx: Ctx, instance: Holder): Promise<void> {
  const pool = await poolFor(ctx, instance.silo_id)
  const slice = await takeSlice(ctx, pool.id, await scopeOf(ctx, instance.id))
  await insertExternal(ctx, instance, { kind: 'snat', ip_pool_id: pool.id, ...slice })
}

/** Undefined if addresses serve any VPC. */
async function scopeOf(ctx: Ctx, instance_id: string) {
  if (ctx.host.can.shares_addresses) return undefined
  const nic = ctx.db.selectFrom('network_interface').select('vpc_id').where('instance_id', '=', instance_id)
  return { vpc_id: (await nic.limit(1).executeTakeFirst())?.vpc_id ?? null }
}

/** When an instance gets its first interface, which decides its VPC. */
export async function moveSnat(ctx: Ctx, instance_id: string, vpc_id: string): Promise<void> {
  if (ctx.host.can.shares_addresses) return
  const held = await shares(ctx).where('external_ip.instance_id', '=', instance_id).executeTakeFirst()
  if (held && held.vpc_id !== vpc_id) await exchange(ctx, held, vpc_id)
}

const shares = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .selectFrom('external_ip')
    .innerJoin('snat_address', 'snat_address.ip_key', 'external_ip.ip_key')
    .select(['external_ip.id', 'external_ip.instance_id', 'external_ip.ip_pool_id', 'external_ip.ip_key', 'first_port'])
    .select('snat_address.vpc_id')
    .where('external_ip.kind', '=', 'snat')

type Share = Awaited<ReturnType<ReturnType<typeof shares>['execute']>>[number]

async function exchange(ctx: Pick<Ctx, 'db'>, held: Share, vpc_id: string): Promise<void> {
  const slice = await takeSlice(ctx, held.ip_pool_id, { vpc_id })
  await ctx.db.updateTable('external_ip').set(slice).where('id', '=', held.id).execute()
  await releaseSlice(ctx, held)
}

/** Once at the start, because the network may be another one than before. */
export async function divideSnat(host: Pick<Host, 'db' | 'clock' | 'can' | 'log'>): Promise<void> {
  if (host.can.shares_addresses) return shareAll(host)
  await giveOwners(host)
  const wrong = await used({ db: host.db.read })
    .whereRef('network_interface.vpc_id', '<>', 'snat_address.vpc_id')
    .execute()
  const now = host.clock.now().toISOString()
  for (const share of wrong) {
    try {
      await host.db.transaction(async (db) => {
        await exchange({ db }, share, share.used_in)
        await touchVpc({ db, now, poke: () => undefined, touchedVpcs: new Map() }, share.used_in)
      })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      host.log.warn('an instance has no source NAT address, because its pool has none left for its VPC', {
        instance: share.instance_id,
      })
    }
  }
}

const used = (ctx: Pick<Ctx, 'db'>) =>
  shares(ctx)
    .innerJoin('network_interface', 'network_interface.instance_id', 'external_ip.instance_id')
    .select('network_interface.vpc_id as used_in')
    .where('network_interface.primary', '=', true)

async function shareAll({ db }: Pick<Host, 'db'>): Promise<void> {
  const owned = db.read.selectFrom('snat_address').select('ip_key').where('vpc_id', 'is not', null).limit(1)
  if (await owned.executeTakeFirst())
    await db.transaction((tx) => tx.updateTable('snat_address').set({ vpc_id: null }).execute(), { quiet: true })
}

/** The VPC of the first share keeps the address. */
async function giveOwners({ db }: Pick<Host, 'db'>): Promise<void> {
  const rows = await used({ db: db.read })
    .where('snat_address.vpc_id', 'is', null)
    .orderBy('first_port', 'desc')
    .execute()
  const owners = new Map(rows.map(({ ip_key, used_in }) => [ip_key, used_in]))
  if (owners.size === 0) return
  await db.transaction(
    async (tx) => {
      for (const [ip_key, vpc_id] of owners)
        await tx.updateTable('snat_address').set({ vpc_id }).where('ip_key', '=', ip_key).execute()
    },
    { quiet: true },
  )
}
