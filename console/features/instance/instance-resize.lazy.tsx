// Another size for an instance.
import { MAX_MEMORY_GIB, MAX_VCPUS } from '#contract/limits.ts'
import { useFormState, useWatch } from 'react-hook-form'
import { whyNotInstance } from '#contract/instance-states.ts'
import { seed } from '../../api.ts'
import { NumberField } from '../../form/value-fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { asUpdate } from './shared/instance-update.ts'
import { paths } from '../../paths.ts'
import { atInstance, instanceView, type Instance } from './instance-queries.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { GiB } from '../../util/format.ts'
import { truncate } from '../../util/text.ts'

export interface InstanceResizeProps {
  project: string
  instance: Instance
  /** from the list, where the instance itself is not in sight */
  withLink?: boolean
  onClose: () => void
}

interface Size {
  ncpus: number
  memory: number
}

export function InstanceResizeForm({ project, instance, withLink, onClose }: InstanceResizeProps) {
  const { name } = instance
  const now: Size = { ncpus: instance.ncpus, memory: instance.memory / GiB }
  const refused = whyNotInstance('resize', instance)
  return (
    <SideForm
      operation="instance_update"
      title="Resize instance"
      submitLabel="Resize"
      defaultValues={now}
      mustChange
      whyNot={refused}
      toParams={({ ncpus, memory }: Size) => ({
        ...atInstance(project, name),
        body: asUpdate(instance, { ncpus, memory: memory * GiB }),
      })}
      onSuccess={(saved) => {
        seed(instanceView(project, name), saved)
        const link = { label: 'View instance', to: paths.instanceStorage({ project, instance: name }) }
        toast({ content: `Instance ${name} resized`, ...(withLink && { link }) })
        onClose()
      }}
      onClose={onClose}
    >
      {refused ? (
        <Message tone="danger">{refused}. Stop it first.</Message>
      ) : (
        <Message>
          {truncate(name, 20)} has {now.ncpus} {cpus(now.ncpus)} and {now.memory} GiB of memory.
        </Message>
      )}
      <NumberField name="ncpus" label="vCPUs" min={1} max={MAX_VCPUS} keepTooLarge disabled={Boolean(refused)} />
      <NumberField
        name="memory"
        label="Memory"
        min={1}
        max={MAX_MEMORY_GIB}
        keepTooLarge
        unit="GiB"
        disabled={Boolean(refused)}
      />
      <Difference now={now} />
    </SideForm>
  )
}

const cpus = (count: number) => (Math.abs(count) === 1 ? 'vCPU' : 'vCPUs')
const by = (change: number, unit: string) => `${change > 0 ? '+' : ''}${change} ${unit}`

/** Says what will change, before it is sent. */
function Difference({ now }: { now: Size }) {
  const [ncpus = NaN, memory = NaN] = useWatch({ name: ['ncpus', 'memory'] }) as number[]
  const { isDirty } = useFormState()
  if (!isDirty || Number.isNaN(ncpus + memory)) return null
  return (
    <output className="block text-sm text-muted">
      {by(ncpus - now.ncpus, cpus(ncpus - now.ncpus))}, {by(memory - now.memory, 'GiB of memory')}
    </output>
  )
}
