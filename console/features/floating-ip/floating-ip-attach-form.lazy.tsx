// Choosing the instance for a floating IP.
import type { Model } from '#contract/client.ts'
import { canInstance } from '#contract/instance-states.ts'
import { useData } from '../../use-api.ts'
import { ComboboxField } from '../../form/combobox-field.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useOptions } from '../../form/use-options.ts'
import { first1000Instances, instanceList } from '../instance/instance-queries.ts'
import type { FloatingIp } from './floating-ip-actions.tsx'

interface AttachProps {
  project: string
  floatingIp: FloatingIp
  onClose: () => void
}

type Instance = Model<'Instance'>

export function FloatingIpInstanceForm({ project, floatingIp, onClose }: AttachProps) {
  const instances = useOptions(useData(first1000Instances(project)), (page) => instanceList(project, page))
  return (
    <SideForm
      operation="floating_ip_attach"
      title="Attach floating IP"
      defaultValues={{ instance: '' }}
      toParams={({ instance }: { instance: string }) => ({
        path: { floatingIp: floatingIp.name },
        query: { project },
        body: { kind: 'instance' as const, parent: instance },
      })}
      onSuccess={({ name }) => {
        toast(`Floating IP ${name} attached`)
        onClose()
      }}
      onClose={onClose}
    >
      <Message>
        The instance will be reachable at <span className="font-mono">{floatingIp.ip}</span>. Firewall rules still
        apply.
      </Message>
      <ComboboxField
        name="instance"
        label="Instance"
        required
        placeholder="Select an instance"
        help={instances.length === 0 ? 'No instances in this project.' : undefined}
        items={instances.map(itemOf)}
      />
    </SideForm>
  )
}

const itemOf = ({ id, name, runState }: Instance) => ({
  value: id,
  label: name,
  disabled: !canInstance('update_external_ips', runState),
  content: (
    <>
      {name}
      <span className="block text-xs text-muted">
        {canInstance('update_external_ips', runState) ? runState : `${runState}: must be running or stopped`}
      </span>
    </>
  ),
})
