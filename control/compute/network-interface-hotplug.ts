// Adding interfaces to instances that run, and removing them. Where an instance has no machine, the rules are the published ones
// (network/network-interface.ts).
import type { networkInterfaceHotplug as operations } from '#contract/network-interface-hotplug.ts'
import { canInstance } from '#contract/instance-states.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { conflict, invalidRequest } from '../frame/errors.ts'
import { findInstance, type InstanceRow } from '../frame/find-instance.ts'
import {
  addInterface,
  findNetworkInterface,
  interfacesOf,
  removeInterface,
  type NetworkInterfaceRow,
} from '../network/network-interface.ts'
import { settleDevice } from './device-work.ts'
import { holdsMachine } from './instance-actions.ts'

type State = 'attaching' | 'attached' | 'detaching' | 'detached'

const shown = (row: NetworkInterfaceRow, state: State = stateOf(row)) => ({ ...row, state })

const stateOf = ({ plug }: NetworkInterfaceRow): State =>
  plug === null ? 'attached' : plug === 'attach' ? 'attaching' : 'detaching'

const NOT_HERE = {
  add: 'Instance must be stopped to attach a new network interface',
  remove: 'Instance must be stopped or failed to detach a network interface',
}

/** Why not, where the rack cannot change interfaces of machines that run. */
function mustBeAble({ host }: Ctx, verb: keyof typeof NOT_HERE) {
  if (host.can.hot_plugs_interfaces) return
  const why = host.can.enforces_networks ? '' : ': without OVN, the network of a machine is made when it starts'
  throw invalidRequest(`${NOT_HERE[verb]}${why}`)
}

export const networkInterfaceHotplug = {
  async instance_network_interface_hot_list(ctx, { path, query }) {
    const instance = await findInstance(ctx, { ...path, ...query }, 'list_children')
    return { items: (await interfacesOf(ctx.db, instance.id)).map((row) => shown(row)) }
  },

  instance_network_interface_hot_attach: {
    async outside(ctx, { path, query, body }) {
      const made = await ctx.write(async (inside) => {
        const instance = await findInstance(inside, { ...path, ...query }, 'create_child')
        const { run_state } = instance
        if (!holdsMachine(run_state)) return addInterface(inside, instance, body)
        mustBeAble(inside, 'add')
        if (!canInstance('hot_attach_network_interface', run_state))
          throw invalidRequest(`cannot add a network interface to instance in ${run_state} state`)
        inside.poke('devices')
        return addInterface(inside, instance, body, 'attach')
      })
      const outcome = made.plug && (await settleDevice(ctx.host, { kind: 'interface', id: made.id }))
      if (outcome?.refusal !== undefined)
        throw conflict(`cannot add network interface "${made.name}": ${outcome.refusal}`)
      return shown((await now(ctx, made.id)) ?? made)
    },
  },

  instance_network_interface_hot_detach: {
    async outside(ctx, { path, query }) {
      const asked = await ctx.write(async (inside) => {
        const instance = await findInstance(inside, { instance: path.instance, ...query }, 'modify')
        const row = inside.subject(await findNetworkInterface(inside, selectorOf(path.interface, instance), 'modify'))
        if (row.instance_id !== instance.id)
          throw invalidRequest(`network interface "${row.name}" belongs to another instance`)
        return requestRemoval(inside, instance, row)
      })
      if (asked.plug === 'detach') await settleDevice(ctx.host, { kind: 'interface', id: asked.id })
      const left = await now(ctx, asked.id)
      return left ? shown(left) : shown(asked, 'detached')
    },
  },
} satisfies Handlers<keyof typeof operations>

const selectorOf = (given: string, { id }: InstanceRow) =>
  /^[0-9a-f-]{36}$/i.test(given) ? { interface: given } : { interface: given, instance: id }

/** Idempotent while it is on its way. */
async function requestRemoval(ctx: Ctx, instance: InstanceRow, row: NetworkInterfaceRow): Promise<NetworkInterfaceRow> {
  if (row.plug === 'detach') return row
  if (!holdsMachine(instance.run_state)) {
    await removeInterface(ctx, row)
    return row
  }
  mustBeAble(ctx, 'remove')
  if (!canInstance('hot_detach_network_interface', instance.run_state))
    throw invalidRequest(`cannot remove a network interface from instance in ${instance.run_state} state`)
  if (row.primary) throw conflict('the primary interface cannot be removed while the instance runs')
  if (row.plug === 'attach') throw conflict(`cannot remove network interface "${row.name}": it is being added`)
  ctx.poke('devices')
  const update = ctx.db.updateTable('network_interface').set({ plug: 'detach' }).where('id', '=', row.id)
  return update.returningAll().executeTakeFirstOrThrow()
}

const now = ({ host }: Ctx, id: string) =>
  host.db.read.selectFrom('network_interface').selectAll().where('id', '=', id).executeTakeFirst()
