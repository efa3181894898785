// What can be done with one network interface of an instance.
import type { Model } from '#contract/client.ts'
import { whyNotInstance } from '#contract/instance-states.ts'
import { bold, copyIdAction, deleteAction, type Action } from '../../../action/action.tsx'
import { send } from '../../../api.ts'
import type { Instance } from '../instance-queries.ts'
import { interfacePlugs } from '../shared/interface-plugs.ts'

export type Interface = Model<'InstanceNetworkInterface'>

interface InterfaceActionOptions {
  instance: Instance
  nic: Interface
  platform: Model<'Platform'> | undefined
  hasOthers: boolean
  edit: () => void
}

export function interfaceActions(options: InterfaceActionOptions): Action[] {
  const { instance, nic, platform, edit } = options
  const whyNot = whyNotInstance('update_network_interface', instance)
  const params = { path: { interface: nic.id }, body: { primary: true, transitIps: nic.transitIps ?? [] } }
  return [
    copyIdAction(nic.id),
    {
      label: 'Make primary',
      icon: 'default',
      whyNot: nic.primary ? 'Already the primary interface' : whyNot,
      run: () => send('instance_network_interface_update', params),
      done: `Network interface ${nic.name} is now primary`,
    },
    { label: 'Edit', icon: 'edit', whyNot, run: edit },
    interfacePlugs(platform, instance).isHot ? hotRemoval(options) : removal(options),
  ]
}

const removal = ({ instance, nic, platform, hasOthers }: InterfaceActionOptions): Action =>
  deleteAction({
    kind: 'network interface',
    name: nic.name,
    operation: 'instance_network_interface_delete',
    params: { path: { interface: nic.id } },
    whyNot:
      nic.primary && hasOthers
        ? 'Make another interface primary first'
        : interfacePlugs(platform, instance).whyNotRemove,
    consequence: 'Its private IP is released.',
  })

function hotRemoval({ instance, nic, platform }: InterfaceActionOptions): Action {
  const params = { path: { instance: instance.id, interface: nic.id } }
  let isReleased = true
  return {
    label: 'Delete',
    icon: 'delete',
    danger: true,
    whyNot: nic.primary
      ? 'The primary interface stays while the instance runs'
      : interfacePlugs(platform, instance).whyNotRemove,
    call: { operation: 'instance_network_interface_hot_detach', params },
    run: async () => {
      isReleased = (await send('instance_network_interface_hot_detach', params)).state === 'detached'
    },
    ask: {
      title: 'Delete network interface',
      actionLabel: 'Delete network interface',
      errorTitle: `Could not delete network interface ${nic.name}`,
      content: bold`Delete ${nic.name} from ${instance.name}, which runs?`,
      consequence: 'Its connections end, and its private IP is released.',
    },
    done: () =>
      isReleased
        ? { content: `Network interface ${nic.name} deleted` }
        : {
            tone: 'info',
            title: `Network interface ${nic.name} is still in use`,
            content: 'It is deleted when its guest releases it, or when the instance stops.',
          },
  }
}
