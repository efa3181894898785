// Restoring a backup as a new instance or as new disks, and choosing the backup target of a policy.
import type { Model } from '#contract/client.ts'
import { NameField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { NativeSelectField, RadioField } from '../../form/value-fields.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useLoad } from '../../use-api.ts'
import { ownBackupTargets } from '../backup-target/backup-target-queries.ts'
import { targetItems, type ProtectionPolicy } from './protection-text.ts'

type Backup = Model<'Backup'>

interface Values {
  name: string
  as: 'instance' | 'disk'
}

interface RestoreProps {
  project: string
  backup: Backup
  onClose: () => void
}

export function BackupRestoreForm({ project, backup, onClose }: RestoreProps) {
  const isInstance = backup.noun === 'instance'
  return (
    <SideForm
      operation="backup_restore"
      title={`Restore ${backup.resourceName}`}
      submitLabel="Restore"
      defaultValues={{ name: '', as: backup.noun } as Values}
      toParams={({ name, as }: Values) => ({ path: { backup: backup.id }, body: { project, name, as } })}
      onSuccess={() => {
        toast(`Restoring ${backup.resourceName}`)
        onClose()
      }}
      onClose={onClose}
    >
      {isInstance && (
        <RadioField
          name="as"
          label="Restore as"
          options={[
            { value: 'instance', label: 'New instance' },
            { value: 'disk', label: 'New disks' },
          ]}
        />
      )}
      <NameField help="Disks appear once their data is restored and verified." />
    </SideForm>
  )
}

interface TargetProps {
  project: string
  policy: ProtectionPolicy
  onClose: () => void
}

export function PolicyTargetForm({ project, policy, onClose }: TargetProps) {
  const { data: targets } = useLoad(ownBackupTargets())
  return (
    <SideForm
      operation="protection_policy_target_update"
      title={`Backup target of ${policy.name}`}
      submitLabel="Save"
      defaultValues={{ target: policy.backupTargetId ?? '' }}
      toParams={({ target }: { target: string }) => ({
        path: { policy: policy.name },
        query: { project },
        body: { backupTargetId: target || null },
      })}
      onSuccess={(saved) => {
        toast(`Protection policy ${saved.name} updated`)
        onClose()
      }}
      onClose={onClose}
    >
      <NativeSelectField
        name="target"
        label="Backup target"
        help="Each run is stored there too. Operators give targets to silos."
        items={targetItems(targets?.items ?? [], targets ? policy.backupTargetId : null)}
      />
    </SideForm>
  )
}
