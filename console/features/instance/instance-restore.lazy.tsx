// A point in time of an instance as a new instance. The tray follows it like a clone.
import type { Model } from '#contract/client.ts'
import { seed, send } from '../../api.ts'
import { NameField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { StorageUse } from '../../form/storage-use.tsx'
import { CheckboxField } from '../../form/value-fields.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { Message } from '../../ui/display/message.tsx'
import { useLoad } from '../../use-api.ts'
import { bytesText } from '../../util/format.ts'
import { utilization } from '../utilization/utilization-queries.ts'
import { instanceClone } from './instance-queries.ts'
import { watchClone } from './shared/watch-clone.ts'

type Point = Model<'RecoveryPoint'>

interface InstanceRestoreProps {
  project: string
  /** the name of the instance that the point is of */
  instance: string
  point: Point
  onClose: () => void
}

interface Values {
  name: string
  start: boolean
}

export function InstanceRestoreForm({ project, instance, point, onClose }: InstanceRestoreProps) {
  const { data: use } = useLoad(utilization(), { optional: true })
  const { id, timeCreated, disks } = point
  const bytes = disks.reduce((sum, { size }) => sum + size, 0)
  const paramsOf = (body: Values) => ({ path: { point: id }, body })
  return (
    <SideForm
      operation="recovery_point_restore"
      title="Restore as new instance"
      submitLabel="Restore instance"
      defaultValues={{ name: '', start: false }}
      toParams={paramsOf}
      onSuccess={(clone, body: Values) => {
        seed(instanceClone(clone.id), clone)
        const again = () => send('recovery_point_restore', paramsOf(body))
        watchClone(clone, { title: `Restore ${instance} as ${clone.name}`, project, again })
        onClose()
      }}
      onClose={onClose}
    >
      <p className="text-sm">
        Creates a second instance with the disks of {instance} as of <DateTime value={timeCreated} />. {instance} does
        not change.
      </p>
      <NameField help="Also the hostname." />
      <CheckboxField name="start" label="Start instance when its disks are copied" />
      <div className="space-y-1">
        <p className="text-sm">
          {disks.length === 1 ? 'One disk is' : `${disks.length} disks are`} copied: {bytesText(bytes)}.
        </p>
        <StorageUse bytes={bytes} use={use} />
      </div>
      <p className="text-sm text-muted">
        Size, user data, SSH keys, labels and subnets are taken from {instance} as it is now. IDs, MAC and IP addresses
        are new. Floating IPs and affinity groups are not copied.
      </p>
      <Message tone="notice" title="Two guests with the same keys">
        SSH host keys, certificates, passwords and the machine ID are the same as on {instance}. Run both only if they
        cannot be mistaken for each other.
      </Message>
    </SideForm>
  )
}
