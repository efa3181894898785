// Adding network interfaces to instances that run, and removing them. An addition of ours: the published operations want a stopped instance.
import { z } from 'zod'
import { inProject, type Operations } from './define.ts'
import { InstanceNetworkInterface, InstanceNetworkInterfaceCreate } from './network-interface.ts'
import { NameOrId } from './values.ts'

/** `attaching` until the machine has it, and `detaching` until the guest has released it or the instance has stopped. */
export const InterfacePlugState = z.enum(['attaching', 'attached', 'detaching', 'detached'])

export const PluggedInterface = z.object({ ...InstanceNetworkInterface.shape, state: InterfacePlugState })

export const PluggedInterfaces = z.object({ items: z.array(PluggedInterface) })

const at = { path: { instance: NameOrId }, query: inProject }

export const networkInterfaceHotplug = {
  /** All of them, the primary one first. */
  instance_network_interface_hot_list: { ...at, status: 200, answer: PluggedInterfaces },
  instance_network_interface_hot_attach: {
    ...at,
    body: InstanceNetworkInterfaceCreate,
    status: 202,
    answer: PluggedInterface,
  },
  instance_network_interface_hot_detach: {
    path: { instance: NameOrId, interface: NameOrId },
    query: inProject,
    status: 202,
    answer: PluggedInterface,
  },
} satisfies Operations<'network_interface_hotplug'>
