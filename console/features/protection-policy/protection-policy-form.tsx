// Creating and editing a protection policy: what it covers, when it runs, and how many points in time it keeps.
import { useController, useWatch } from 'react-hook-form'
import { labelProblem } from '#contract/checks.ts'
import { capitalize } from '#contract/errors.ts'
import {
  MAX_HOURS_BETWEEN_RUNS,
  MAX_KEPT,
  namePatternProblem,
  weekdays,
  type Weekday,
} from '#contract/protection-schedule.ts'
import { useParams } from 'react-router'
import { ComboboxField } from '../../form/combobox-field.tsx'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField, NativeSelectField, NumberField, RadioField } from '../../form/value-fields.tsx'
import { CheckboxGroup } from '../../ui/input/checkbox-group.tsx'
import { Field } from '../../ui/input/field.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { first1000Disks } from '../disk/disk-queries.ts'
import { first1000Instances } from '../instance/instance-queries.ts'
import type { ProtectionPolicy } from './protection-text.ts'

interface Values {
  name: string
  description: string
  isEnabled: boolean
  covers: ProtectionPolicy['covers']['kind']
  pattern: string
  label: string
  instances: string[]
  disks: string[]
  schedule: ProtectionPolicy['schedule']['kind']
  every: number
  time: string
  weekday: Weekday
  zone: string
  hourly: number
  daily: number
  weekly: number
  monthly: number
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const fresh = (): Values => ({
  name: '',
  description: '',
  isEnabled: true,
  covers: 'all',
  pattern: '',
  label: '',
  instances: [],
  disks: [],
  schedule: 'daily',
  every: 6,
  time: '03:00',
  weekday: 'sunday',
  zone: ownZone(),
  hourly: 0,
  daily: 7,
  weekly: 4,
  monthly: 0,
})

const valuesOf = ({ name, description, isEnabled, covers, schedule, keep }: ProtectionPolicy): Values => ({
  ...fresh(),
  name,
  description,
  isEnabled,
  ...covers,
  covers: covers.kind,
  ...schedule,
  schedule: schedule.kind,
  ...keep,
})

function coversOf({ covers, pattern, label, instances, disks }: Values): ProtectionPolicy['covers'] {
  if (covers === 'name') return { kind: covers, pattern: pattern.trim() }
  if (covers === 'label') return { kind: covers, label: label.trim() }
  return covers === 'chosen' ? { kind: covers, instances, disks } : { kind: covers }
}

function scheduleOf({ schedule, every, time, weekday, zone }: Values): ProtectionPolicy['schedule'] {
  if (schedule === 'hours') return { kind: schedule, every, zone }
  return schedule === 'weekly' ? { kind: schedule, weekday, time, zone } : { kind: schedule, time, zone }
}

const bodyOf = (values: Values) => ({
  name: values.name,
  description: values.description,
  isEnabled: values.isEnabled,
  covers: coversOf(values),
  schedule: scheduleOf(values),
  keep: { hourly: values.hourly, daily: values.daily, weekly: values.weekly, monthly: values.monthly },
})

interface FormProps {
  project: string
  onDone: (saved: ProtectionPolicy) => unknown
  onClose: () => void
}

export function ProtectionPolicyCreateForm({ project, onDone, onClose }: FormProps) {
  return (
    <SideForm
      operation="protection_policy_create"
      title="Create protection policy"
      defaultValues={fresh()}
      toParams={(values: Values) => ({ query: { project }, body: bodyOf(values) })}
      onSuccess={(saved) => {
        toast(`Protection policy ${saved.name} created`)
        return onDone(saved)
      }}
      onClose={onClose}
    >
      <Fields />
    </SideForm>
  )
}

export function ProtectionPolicyEditForm({
  project,
  policy,
  onDone,
  onClose,
}: FormProps & { policy: ProtectionPolicy }) {
  return (
    <SideForm
      operation="protection_policy_update"
      title="Edit protection policy"
      submitLabel="Update protection policy"
      defaultValues={valuesOf(policy)}
      toParams={(values: Values) => ({ path: { policy: policy.name }, query: { project }, body: bodyOf(values) })}
      onSuccess={(saved) => {
        toast(`Protection policy ${saved.name} updated`)
        return onDone(saved)
      }}
      onClose={onClose}
    >
      <Fields />
    </SideForm>
  )
}

const kindsOfCoverage = [
  { value: 'all', label: 'Everything in the project' },
  { value: 'name', label: 'By name' },
  { value: 'label', label: 'By label' },
  { value: 'chosen', label: 'Selected instances and disks' },
] as const

const kindsOfSchedule = [
  { value: 'hours', label: 'Every few hours' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
] as const

const weekdayItems = weekdays.map((value) => ({ value, label: capitalize(value) }))
const zoneItems = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, label: value }))

const orTrue = (problem: string | undefined) => problem ?? true
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text) || 'Enter a time such as 03:30'

function Fields() {
  return (
    <>
      <NameField />
      <DescriptionField />
      <RadioField name="covers" label="Covers" options={kindsOfCoverage} />
      <CoverageFields />
      <RadioField name="schedule" label="Runs" options={kindsOfSchedule} />
      <ScheduleFields />
      <div className="grid grid-cols-2 gap-4">
        <NumberField name="hourly" label="Hours kept" max={MAX_KEPT.hourly} />
        <NumberField name="daily" label="Days kept" max={MAX_KEPT.daily} />
        <NumberField name="weekly" label="Weeks kept" max={MAX_KEPT.weekly} />
        <NumberField name="monthly" label="Months kept" max={MAX_KEPT.monthly} rules={{ validate: useKeepsSome() }} />
      </div>
      <p className="text-sm text-muted">
        The last point in time of each hour, day, week or month is kept. Snapshots count toward the storage quota.
      </p>
      <CheckboxField name="isEnabled" label="Turned on" help="A policy that is turned off keeps its snapshots." />
    </>
  )
}

function useKeepsSome() {
  const { hourly, daily, weekly } = useWatch<Values>()
  return (monthly: number) =>
    (hourly ?? 0) + (daily ?? 0) + (weekly ?? 0) + monthly > 0 || 'A policy must keep at least one point in time'
}

function CoverageFields() {
  const { project = '' } = useParams()
  const covers = useWatch<Values, 'covers'>({ name: 'covers' })
  if (covers === 'name')
    return (
      <TextField
        name="pattern"
        label="Name pattern"
        required
        mono
        help="An asterisk matches any characters, such as db-*. Instances are covered with all their disks."
        rules={{ validate: (text: string) => orTrue(namePatternProblem(text.trim())) }}
      />
    )
  if (covers === 'label')
    return (
      <TextField
        name="label"
        label="Label"
        required
        mono
        help="A word or key=value. A key alone matches all its values."
        rules={{ validate: (text: string) => orTrue(labelProblem(text.trim())) }}
      />
    )
  return covers === 'chosen' ? <ChosenFields project={project} /> : null
}

function ChosenFields({ project }: { project: string }) {
  const { items: instances } = useData(first1000Instances(project))
  const { items: disks } = useData(first1000Disks(project))
  const alone = disks.filter(({ state }) => !('instance' in state))
  return (
    <>
      <ChosenField name="instances" label="Instances" items={instances} mustHave />
      {alone.length > 0 && <ChosenField name="disks" label="Disks without an instance" items={alone} />}
    </>
  )
}

interface ChosenFieldProps {
  name: 'instances' | 'disks'
  label: string
  items: readonly { id: string; name: string }[]
  mustHave?: boolean
}

function ChosenField({ name, label, items, mustHave = false }: ChosenFieldProps) {
  const disks = useWatch<Values, 'disks'>({ name: 'disks' })
  const validate = (chosen: string[]) =>
    !mustHave || chosen.length + disks.length > 0 || 'Choose at least one instance or disk'
  const { field, fieldState } = useController<Values, typeof name>({ name, rules: { validate } })
  return (
    <Field label={label} required group error={fieldState.error?.message}>
      {items.length > 0 ? (
        <CheckboxGroup
          name={name}
          options={items.map(({ id, name: text }) => ({ value: id, label: text }))}
          value={field.value}
          onChange={field.onChange}
        />
      ) : (
        <p className="text-sm text-muted">No {label.toLowerCase()} in this project.</p>
      )}
    </Field>
  )
}

function ScheduleFields() {
  const schedule = useWatch<Values, 'schedule'>({ name: 'schedule' })
  return (
    <>
      {schedule === 'hours' && (
        <NumberField name="every" label="Hours between runs" min={1} max={MAX_HOURS_BETWEEN_RUNS} />
      )}
      {schedule === 'weekly' && <NativeSelectField name="weekday" label="Day" required items={weekdayItems} />}
      {schedule !== 'hours' && <TextField name="time" label="Time" required mono rules={{ validate: isTime }} />}
      <ComboboxField
        name="zone"
        label="Time zone"
        required
        items={zoneItems}
        help="Days, weeks and months begin at midnight in this zone."
      />
    </>
  )
}
