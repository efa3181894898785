// LLDP of a port: what its link announces, and the neighbors it sees. The configuration is part of the port's settings.
import type { Input } from '#contract/api.ts'
import type { RowOf } from '../../db/database.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { Failure, invalidRequest } from '../../frame/errors.ts'
import { pageOf } from '../../frame/page.ts'
import { FLEET } from '../../frame/subject.ts'
import { findPort, subjectOfPort } from './switch-port.ts'
import { checkLldp } from './switch-port-settings-check.ts'

type Config = Input<'networking_switch_port_lldp_config_update'>['body']

export const switchPortLldp = {
  /** Shows the settings of the first link. */
  async networking_switch_port_lldp_config_view(ctx, { path, query }) {
    const { links } = await settingsOf(ctx, await findPort(ctx, { ...path, ...query }, 'viewer'))
    return links[0]!.lldp
  },

  /** Changes the settings and thereby every port they are applied to. The id names the link. */
  async networking_switch_port_lldp_config_update(ctx, { path, query, body }) {
    const port = await findPort(ctx, { ...path, ...query }, 'admin')
    ctx.subject(subjectOfPort(port), FLEET)
    const settings = await settingsOf(ctx, port)
    checkLldp(body)
    if (!settings.links.some(({ lldp }) => lldp.id === body.id))
      throw invalidRequest(`lldp config ${body.id} does not belong to this port`)
    await store(ctx, settings, body)
    ctx.poke('fabric')
  },

  async networking_switch_port_lldp_neighbors(ctx, { path, query }) {
    const { rack_id, switch_location, port_name } = await findPort(ctx, path, 'viewer')
    const neighbors = await ctx.host.fabric.lldpNeighbors({ rack_id, location: switch_location }, port_name)
    return pageOf(query, neighbors, ({ local_port, chassis_id, link_name }) =>
      [local_port, chassis_id, link_name].join(' '),
    )
  },
} satisfies Handlers<
  | 'networking_switch_port_lldp_config_view'
  | 'networking_switch_port_lldp_config_update'
  | 'networking_switch_port_lldp_neighbors'
>

/** With at least one link. */
async function settingsOf(ctx: Ctx, { port_settings_id }: RowOf<'switch_port'>) {
  if (!port_settings_id) throw new Failure('Not Found', 'switch port not yet configured')
  const rows = ctx.db.selectFrom('switch_port_settings').selectAll().where('id', '=', port_settings_id)
  const settings = await rows.executeTakeFirstOrThrow()
  if (settings.links.length === 0) throw invalidRequest('lldp not configured for this port')
  return settings
}

async function store(ctx: Ctx, { id, links }: RowOf<'switch_port_settings'>, config: Config): Promise<void> {
  const changed = links.map((link) => (link.lldp.id === config.id ? { ...link, lldp: config } : link))
  await ctx.db
    .updateTable('switch_port_settings')
    .set({ links: changed, time_modified: ctx.now })
    .where('id', '=', id)
    .execute()
}
