// Where and when the server makes backups of the installation, and how many are kept.
import { SideForm } from '../../form/form-shell.tsx'
import {
  KeepFields,
  keepOf,
  ownZone,
  ScheduleFields,
  scheduleOf,
  scheduleValuesOf,
  type ScheduleValues,
} from '../../form/schedule-fields.tsx'
import { CheckboxField, NativeSelectField } from '../../form/value-fields.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { everyBackupTarget } from '../backup-target/backup-target-queries.ts'
import { installationBackupSchedule } from './installation-backup-queries.ts'

interface Values extends ScheduleValues {
  target: string
  isEnabled: boolean
}

interface Props {
  onDone: () => unknown
  onClose: () => void
}

export function InstallationBackupForm({ onDone, onClose }: Props) {
  const { schedule, keep, isEnabled, backupTargetId, obstacle } = useData(installationBackupSchedule())
  const { items: targets } = useData(everyBackupTarget())
  return (
    <SideForm
      operation="installation_backup_schedule_update"
      title="Schedule"
      submitLabel="Save"
      whyNot={useWhyNotFleet()}
      defaultValues={
        {
          target: backupTargetId ?? targets[0]?.id ?? '',
          // whoever sets it up wants it
          isEnabled: backupTargetId === null ? obstacle === null : isEnabled,
          ...scheduleValuesOf(schedule, keep),
          // the server knows only its own default
          ...(backupTargetId === null && { zone: ownZone() }),
        } satisfies Values
      }
      toParams={(values: Values) => ({
        body: {
          backupTargetId: values.target,
          isEnabled: values.isEnabled,
          schedule: scheduleOf(values),
          keep: keepOf(values),
        },
      })}
      onSuccess={() => {
        toast('The schedule was saved')
        return onDone()
      }}
      onClose={onClose}
    >
      <NativeSelectField
        name="target"
        label="Backup target"
        required
        items={targets.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ScheduleFields label="Backups" />
      <KeepFields least="At least one backup must be kept">
        Keeps the last complete backup of each of that many hours, days, weeks and months.
      </KeepFields>
      <CheckboxField name="isEnabled" label="Turned on" help="A schedule that is turned off keeps its backups." />
    </SideForm>
  )
}
