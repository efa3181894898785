// How long what is deleted in a silo can be restored, and the form that changes it.
import { useState } from 'react'
import { MAX_DELETED_RETENTION_SECONDS } from '#contract/limits.ts'
import { deletedSettings } from '../../deleted-queries.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { NumberField } from '../../form/value-fields.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { Card } from '../../ui/display/card.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useLoad } from '../../use-api.ts'

const HOUR_SECONDS = 3600

/** Nothing on hosts without our additions. */
export function DeletedSettings({ silo }: { silo: string }) {
  const { data } = useLoad(deletedSettings(silo), { optional: true })
  const [isOpen, setOpen] = useState(false)
  if (data?.type !== 'success') return null
  const { retentionSeconds } = data.data
  return (
    <>
      <Card
        title="Keep deleted resources"
        text={textOf(retentionSeconds)}
        actions={
          <ActionButton
            action={{ label: 'Change retention', sends: 'deleted_settings_update', run: () => setOpen(true) }}
          />
        }
      />
      {isOpen && <SettingsForm silo={silo} seconds={retentionSeconds} onClose={() => setOpen(false)} />}
    </>
  )
}

const textOf = (seconds: number) =>
  seconds === 0
    ? 'Off. Deleted resources are removed immediately.'
    : `Resources deleted in this silo can be restored for ${durationText(seconds)}. They count toward the quota until they are removed for good.`

function durationText(seconds: number): string {
  const hours = Math.round((seconds / HOUR_SECONDS) * 100) / 100
  if (hours % 24 === 0) return hours === 24 ? '1 day' : `${hours / 24} days`
  return hours === 1 ? '1 hour' : `${hours} hours`
}

interface SettingsFormProps {
  silo: string
  seconds: number
  onClose: () => void
}

function SettingsForm({ silo, seconds, onClose }: SettingsFormProps) {
  return (
    <SideForm
      operation="deleted_settings_update"
      title="Keep deleted resources"
      submitLabel="Save"
      mustChange
      defaultValues={{ hours: Math.round(seconds / HOUR_SECONDS) }}
      toParams={({ hours }: { hours: number }) => ({
        path: { silo },
        body: { retentionSeconds: hours * HOUR_SECONDS },
      })}
      onSuccess={() => {
        toast('Retention changed')
        onClose()
      }}
      onClose={onClose}
    >
      <NumberField
        name="hours"
        label="Retention"
        unit="hours"
        min={0}
        max={MAX_DELETED_RETENTION_SECONDS / HOUR_SECONDS}
        keepTooLarge
        help="0 turns it off. Resources that are already deleted keep their time."
      />
    </SideForm>
  )
}
