// Another size for an instance. Our host restarts one that runs; others want it stopped first.
import { MAX_MEMORY_GIB, MAX_VCPUS } from '#contract/limits.ts'
import { useFormState, useWatch } from 'react-hook-form'
import { whyNotInstance } from '#contract/instance-states.ts'
import { seed, send } from '../../api.ts'
import { NumberField } from '../../form/value-fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { asUpdate } from './shared/instance-update.ts'
import { paths } from '../../paths.ts'
import { usePlatform } from '../../platform.ts'
import type { TaskState } from '../../tasks.ts'
import { atInstance, instanceView, type Instance } from './instance-queries.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { GiB } from '../../util/format.ts'
import { truncate } from '../../util/text.ts'
import { watchTask } from '../../watch-task.ts'

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

const inBytes = ({ ncpus, memory }: Size): Size => ({ ncpus, memory: memory * GiB })

export function InstanceResizeForm(props: InstanceResizeProps) {
  return usePlatform() ? <RestartingForm {...props} /> : <StoppedForm {...props} />
}

function formOf({ project, instance, withLink, onClose }: InstanceResizeProps) {
  const { name } = instance
  const now: Size = { ncpus: instance.ncpus, memory: instance.memory / GiB }
  return {
    title: 'Resize instance',
    submitLabel: 'Resize',
    defaultValues: now,
    mustChange: true,
    onSuccess(saved: Instance, size: Size) {
      seed(instanceView(project, name), saved)
      if (saved.runState === 'stopping') watch(project, name, inBytes(size))
      else {
        const link = { label: 'View instance', to: paths.instanceOverview({ project, instance: name }) }
        toast({ content: `Instance ${name} resized`, ...(withLink && { link }) })
      }
      onClose()
    },
    onClose,
    now,
  }
}

function RestartingForm(props: InstanceResizeProps) {
  const { project, instance } = props
  const refused = whyNotInstance('resize_and_restart', instance)
  const { now, ...form } = formOf(props)
  return (
    <SideForm
      {...form}
      operation="instance_resize"
      whyNot={refused}
      toParams={(size: Size) => ({ ...atInstance(project, instance.name), body: inBytes(size) })}
    >
      {refused ? <Message tone="danger">{refused}.</Message> : <Now instance={instance} now={now} />}
      {instance.runState === 'running' && (
        <Message tone="notice" title="The instance restarts">
          Running programs will stop while it stops, changes and starts again. If the new size does not fit, nothing is
          stopped.
        </Message>
      )}
      <SizeFields now={now} disabled={Boolean(refused)} />
    </SideForm>
  )
}

function StoppedForm(props: InstanceResizeProps) {
  const { project, instance } = props
  const refused = whyNotInstance('resize', instance)
  const { now, ...form } = formOf(props)
  return (
    <SideForm
      {...form}
      operation="instance_update"
      whyNot={refused}
      toParams={(size: Size) => ({ ...atInstance(project, instance.name), body: asUpdate(instance, inBytes(size)) })}
    >
      {refused ? <Message tone="danger">{refused}. Stop it first.</Message> : <Now instance={instance} now={now} />}
      <SizeFields now={now} disabled={Boolean(refused)} />
    </SideForm>
  )
}

const Now = ({ instance, now }: { instance: Instance; now: Size }) => (
  <Message>
    {truncate(instance.name, 20)} has {now.ncpus} {cpus(now.ncpus)} and {now.memory} GiB of memory.
  </Message>
)

const SizeFields = ({ now, disabled }: { now: Size; disabled: boolean }) => (
  <>
    <NumberField name="ncpus" label="vCPUs" min={1} max={MAX_VCPUS} keepTooLarge disabled={disabled} />
    <NumberField
      name="memory"
      label="Memory"
      min={1}
      max={MAX_MEMORY_GIB}
      keepTooLarge
      unit="GiB"
      disabled={disabled}
    />
    <Difference now={now} />
  </>
)

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

/** Follows it in the tray, also on other pages. */
function watch(project: string, name: string, size: Size): void {
  watchTask(instanceView(project, name), {
    title: `Resize instance ${name}`,
    to: paths.instanceOverview({ project, instance: name }),
    stateOf: (instance) => taskState(instance, size),
    retry: () =>
      send('instance_resize', { ...atInstance(project, name), body: size }, (saved) => {
        seed(instanceView(project, name), saved)
        watch(project, name, size)
      }),
  })
}

const WHY_NOT_CANCEL = 'It is stopping already. Resize it again once it runs.'

function taskState({ runState, ncpus, memory }: Instance, size: Size): TaskState {
  if (runState === 'stopping') return { phase: 'running', note: 'Stopping', whyNotCancel: WHY_NOT_CANCEL }
  if (ncpus !== size.ncpus || memory !== size.memory)
    return { phase: 'failed', problem: 'It kept its size. Its activity says why.' }
  if (runState === 'starting') return { phase: 'running', note: 'Starting', whyNotCancel: WHY_NOT_CANCEL }
  return { phase: 'done', note: `${ncpus} ${cpus(ncpus)} and ${memory / GiB} GiB of memory` }
}
