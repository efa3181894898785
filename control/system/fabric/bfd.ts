// BFD sessions, which detect a dead path sooner than BGP does.
import type { bfd as operations } from '#contract/bfd.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { invalidRequest, invalidValue } from '../../frame/errors.ts'
import { isIpv6 } from '#contract/ip.ts'
import { FLEET } from '../../frame/subject.ts'
import { assertFleet } from '../../frame/fleet.ts'
import { allSwitches, locationOf, mustHaveSwitches, type SwitchLocation } from './find.ts'

/** The protocol carries intervals in 32 bits. */
const MAX_INTERVAL_US = 2 ** 32 - 1

export const bfd = {
  /** An existing session stays unchanged. */
  async networking_bfd_enable(ctx, { body }) {
    mustHaveSwitches(ctx)
    assertFleet(ctx, 'admin')
    const { remote, local, detection_threshold, required_rx, mode } = body
    const switch_location = locationOf(body.switch)
    if (detection_threshold === 0) throw invalidValue('detection_threshold', 'it must be at least 1')
    if (required_rx === 0 || required_rx > MAX_INTERVAL_US)
      throw invalidValue('required_rx', `it must be from 1 to ${MAX_INTERVAL_US} microseconds`)
    if (local && isIpv6(local) !== isIpv6(remote))
      throw invalidRequest('local and remote must be in the same address family')
    const known = await sessionOf(ctx, switch_location, remote)
    const id = known?.id ?? ctx.host.random.uuid()
    ctx.subject({ id, name: remote }, FLEET)
    if (known) return
    const facts = { remote, local, detection_threshold, required_rx, mode }
    await ctx.db
      .insertInto('bfd_session')
      .values({ id, switch_location, ...facts, time_created: ctx.now })
      .execute()
    ctx.poke('fabric')
  },

  async networking_bfd_disable(ctx, { body }) {
    assertFleet(ctx, 'admin')
    const known = await sessionOf(ctx, locationOf(body.switch), body.remote)
    ctx.subject({ id: known?.id, name: body.remote }, FLEET)
    if (!known) return
    await ctx.db.deleteFrom('bfd_session').where('id', '=', known.id).execute()
    ctx.poke('fabric')
  },

  /** A session that its switch does not report yet counts as down. */
  async networking_bfd_status(ctx) {
    assertFleet(ctx, 'viewer')
    const states = new Map<string, 'admin_down' | 'down' | 'init' | 'up'>()
    for (const at of await allSwitches(ctx.db))
      for (const { remote, state } of await ctx.host.fabric.bfdSessions(at))
        states.set(`${at.location} ${remote}`, state)
    const rows = await ctx.db
      .selectFrom('bfd_session')
      .selectAll()
      .orderBy('switch_location')
      .orderBy('remote')
      .execute()
    return rows.map((row) => ({
      ...row,
      peer: row.remote,
      switch: row.switch_location,
      state: states.get(`${row.switch_location} ${row.remote}`) ?? ('down' as const),
    }))
  },
} satisfies Handlers<keyof typeof operations>

const sessionOf = (ctx: Ctx, location: SwitchLocation, remote: string) =>
  ctx.db
    .selectFrom('bfd_session')
    .select('id')
    .where('switch_location', '=', location)
    .where('remote', '=', remote)
    .executeTakeFirst()
