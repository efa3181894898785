// What can be done to a floating IP.
import type { Model } from '#contract/client.ts'
import { apiAction, bold, copyTextAction, deleteAction, type Action } from '../../action/action.tsx'
import { paths } from '../../paths.ts'

export type FloatingIp = Model<'FloatingIp'>

interface Given {
  project: string
  floatingIp: FloatingIp
  /** of the instance it is attached to, if known */
  instance: string | undefined
  attach: () => void
}

export function floatingIpActions({ project, floatingIp, instance, attach }: Given): Action[] {
  const { name, ip, instanceId } = floatingIp
  return [
    copyTextAction('Copy IP address', ip),
    { label: 'Edit', icon: 'edit', to: paths.floatingIpEdit({ project, floatingIp: name }) },
    instanceId
      ? detachAction(project, floatingIp, instance ?? 'its instance')
      : { label: 'Attach', icon: 'attach', sends: 'floating_ip_attach', run: attach },
    deleteAction({
      kind: 'floating IP',
      name,
      operation: 'floating_ip_delete',
      params: { path: { floatingIp: name }, query: { project } },
      whyNot: instanceId ? 'Attached to an instance. Detach the floating IP first.' : undefined,
      consequence: `The address ${ip} returns to its pool and can be assigned to others.`,
    }),
  ]
}

const detachAction = (project: string, { name, ip }: FloatingIp, instance: string): Action =>
  apiAction({
    label: 'Detach',
    icon: 'detach',
    caution: true,
    bulk: 'Detached',
    operation: 'floating_ip_detach',
    params: { path: { floatingIp: name }, query: { project } },
    ask: {
      title: 'Detach floating IP',
      content: bold`Detach ${name} from ${instance}?`,
      consequence: `The instance will no longer be reachable at ${ip}. The project keeps the address.`,
      errorTitle: `Could not detach floating IP ${name}`,
    },
    done: `Floating IP ${name} detached`,
  })
