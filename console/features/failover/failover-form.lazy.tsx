// Whether instances of lost sleds start elsewhere, and after how long.
import { MAX_FAILOVER_WAIT_SECONDS, MIN_FAILOVER_WAIT_SECONDS } from '#contract/limits.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField, NumberField } from '../../form/value-fields.tsx'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'

interface Values {
  enabled: boolean
  waitSeconds: number
}

export function FailoverForm({ onClose, ...settings }: Values & { onClose: () => void }) {
  return (
    <SideForm
      operation="failover_settings_update"
      title="Failover"
      submitLabel="Save"
      mustChange
      defaultValues={settings}
      toParams={(body: Values) => ({ body })}
      onSuccess={() => {
        toast('Failover settings saved')
        onClose()
      }}
      onClose={onClose}
    >
      <Message>
        When a sled stops answering, its fence agent turns its host off. Its instances then start on other sleds, unless
        their auto-restart policy is never. Sleds without a tested fence agent are left alone.
      </Message>
      <CheckboxField name="enabled" label="Start instances of lost sleds elsewhere" />
      <NumberField
        name="waitSeconds"
        label="Wait"
        unit="seconds"
        min={MIN_FAILOVER_WAIT_SECONDS}
        max={MAX_FAILOVER_WAIT_SECONDS}
        help="How long a sled can stay silent before its host is turned off."
      />
    </SideForm>
  )
}
