// Moves a running instance to another sled: to the best one, or to one that the operator chooses.
import { SideForm } from '../../form/form-shell.tsx'
import { RadioField } from '../../form/value-fields.tsx'
import { usePlatform } from '../../platform.ts'
import { Message } from '../../ui/display/message.tsx'
import { SkeletonRows } from '../../ui/display/skeleton.tsx'
import { TabLoad } from '../../ui/display/tab-load.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useLoad } from '../../use-api.ts'
import { capitalize } from '#contract/errors.ts'
import { instancePlacement } from './migration-queries.ts'
import { watchMigration } from './migration-task.ts'

export interface MigrateFormProps {
  instance: { id: string; name: string }
  onClose: () => void
}

interface Values {
  sled: string
}

const BEST = 'best'

export function MigrateForm({ instance: { id, name }, onClose }: MigrateFormProps) {
  const { data, error } = useLoad(instancePlacement(id))
  const others = data?.sleds.filter(({ sledId }) => sledId !== data.sledId) ?? []
  const best = others.find(({ fits }) => fits)
  const options = [
    {
      value: BEST,
      label: 'Best sled',
      help: best ? `Currently ${best.serial}.` : 'No other sled has room.',
      disabled: data !== undefined && !best,
    },
    ...others.map(({ sledId, serial, fits, conditions }) => ({
      value: sledId,
      label: serial,
      help: sentence(conditions.filter((one) => one.fits === fits).slice(0, fits ? 2 : undefined)),
      disabled: !fits,
    })),
  ]
  return (
    <SideForm
      operation="instance_migrate"
      title="Migrate instance"
      submitLabel="Migrate"
      defaultValues={{ sled: BEST }}
      whyNot={data ? (data.refusal ? 'No other sled can take it' : undefined) : 'The sleds are not known yet'}
      toParams={({ sled }: Values) => ({
        path: { instance: id },
        body: { sledId: sled === BEST ? null : sled },
      })}
      onSuccess={(migration) => {
        watchMigration(migration)
        toast(`Moving instance ${name}`)
        onClose()
      }}
      onClose={onClose}
    >
      <p className="text-sm">
        <strong>{name}</strong> keeps running while its memory is copied to another sled, and pauses briefly at the end.
      </p>
      <NetworkText />
      {data?.refusal && (
        <Message tone="notice" title="No other sled can take it">
          {capitalize(data.refusal)}.
        </Message>
      )}
      {data && <RadioField name="sled" label="Sled" options={options} />}
      {!data && (error ? <TabLoad error={error} /> : <SkeletonRows rows={4} columns={1} />)}
    </SideForm>
  )
}

const sentence = (conditions: readonly { text: string }[]) =>
  conditions.length === 0 ? undefined : `${capitalize(conditions.map(({ text }) => text).join('; '))}.`

/** What becomes of its connections. */
function NetworkText() {
  const rack = usePlatform()
  if (!rack) return null
  return rack.enforcesNetworks ? (
    <Message>Addresses stay reachable, and connections stay open.</Message>
  ) : (
    <Message tone="notice" title="Connections end">
      The instance keeps its address, but open connections end, and the SSH port can change.
    </Message>
  )
}
