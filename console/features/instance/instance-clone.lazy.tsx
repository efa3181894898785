// A copy of an instance with all its disks, made by the host. The tray follows it.
import { seed, send } from '../../api.ts'
import { NameField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { StorageUse } from '../../form/storage-use.tsx'
import { CheckboxField } from '../../form/value-fields.tsx'
import { Message } from '../../ui/display/message.tsx'
import { useLoad } from '../../use-api.ts'
import { bytesText } from '../../util/format.ts'
import { utilization } from '../utilization/utilization-queries.ts'
import { atInstance, instanceClone, instanceDisks, type Instance } from './instance-queries.ts'
import { watchClone } from './shared/watch-clone.ts'

interface InstanceCloneProps {
  project: string
  instance: Instance
  onClose: () => void
}

interface Values {
  name: string
  start: boolean
}

export function InstanceCloneForm({ project, instance, onClose }: InstanceCloneProps) {
  const { name: source } = instance
  const cloneAgain = (body: Values) => send('instance_clone_create', { ...atInstance(project, source), body })
  return (
    <SideForm
      operation="instance_clone_create"
      title="Clone instance"
      defaultValues={{ name: '', start: instance.runState === 'running' }}
      toParams={(body: Values) => ({ ...atInstance(project, source), body })}
      onSuccess={(clone, body) => {
        seed(instanceClone(clone.id), clone)
        watchClone(clone, { title: `Clone ${source} as ${clone.name}`, project, again: () => cloneAgain(body) })
        onClose()
      }}
      onClose={onClose}
    >
      <Message tone="notice" title="Keys are copied too">
        Everything on its disks is copied, with the SSH host keys, certificates, passwords and machine ID in the guest.
        Replace them in the clone if the two must not be mistaken for each other.
      </Message>
      <NameField help="Also its hostname." />
      <CheckboxField name="start" label="Start the clone when its disks are copied" />
      <Copied project={project} source={source} />
      <p className="text-sm text-muted">
        The clone has the same size, user data, SSH keys and labels, and interfaces in the same subnets. It gets a new
        ID, MAC and addresses, and no floating IP. It joins no affinity groups.
      </p>
    </SideForm>
  )
}

/** Snapshots count until the disks are copied. */
function Copied({ project, source }: { project: string; source: string }) {
  const disks = useLoad(instanceDisks(project, source)).data?.items
  const { data: use } = useLoad(utilization(), { optional: true })
  if (!disks) return <StorageUse bytes={0} use={use} />
  const bytes = disks.reduce((sum, { size }) => sum + size, 0)
  return (
    <div className="space-y-1">
      <p className="text-sm">
        {disks.length === 0
          ? 'It has no disks.'
          : `${disks.length === 1 ? 'One disk is' : `${disks.length} disks are`} copied: ${bytesText(bytes)}. Until then, snapshots take as much again.`}
      </p>
      <StorageUse bytes={2 * bytes} use={use} />
    </div>
  )
}
