// The fields of a schedule and of what it keeps, which protection policies and backups of the installation have.
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import { capitalize } from '#contract/errors.ts'
import { MAX_HOURS_BETWEEN_RUNS, MAX_KEPT, weekdays, type Weekday } from '#contract/protection-schedule.ts'
import { ComboboxField } from './combobox-field.tsx'
import { TextField } from './fields.tsx'
import { NativeSelectField, NumberField, RadioField } from './value-fields.tsx'

export type Schedule = Model<'ProtectionSchedule'>
export type Keep = Model<'ProtectionKeep'>

export interface ScheduleValues extends Keep {
  schedule: Schedule['kind']
  every: number
  time: string
  weekday: Weekday
  zone: string
}

export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export const freshSchedule = (): ScheduleValues => ({
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

export const scheduleValuesOf = (schedule: Schedule, keep: Keep): ScheduleValues => ({
  ...freshSchedule(),
  ...schedule,
  schedule: schedule.kind,
  ...keep,
})

export function scheduleOf({ schedule, every, time, weekday, zone }: ScheduleValues): Schedule {
  if (schedule === 'hours') return { kind: schedule, every, zone }
  return schedule === 'weekly' ? { kind: schedule, weekday, time, zone } : { kind: schedule, time, zone }
}

export const keepOf = ({ hourly, daily, weekly, monthly }: ScheduleValues): Keep => ({ hourly, daily, weekly, monthly })

const kinds = [
  { value: 'hours', label: 'Every few hours' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
] as const

const weekdayItems = weekdays.map((value) => ({ value, label: capitalize(value) }))
const zoneItems = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, label: value }))
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text) || 'Enter a time such as 03:30'

export function ScheduleFields({ label }: { label: string }) {
  const schedule = useWatch<ScheduleValues, 'schedule'>({ name: 'schedule' })
  return (
    <>
      <RadioField name="schedule" label={label} options={kinds} />
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

interface KeepFieldsProps {
  /** what is said if nothing would be kept */
  least: string
  /** what is kept, in words */
  children: ReactNode
}

export function KeepFields({ least, children }: KeepFieldsProps) {
  const { hourly, daily, weekly } = useWatch<ScheduleValues>()
  const validate = (monthly: number) => (hourly ?? 0) + (daily ?? 0) + (weekly ?? 0) + monthly > 0 || least
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <NumberField name="hourly" label="Hours kept" max={MAX_KEPT.hourly} />
        <NumberField name="daily" label="Days kept" max={MAX_KEPT.daily} />
        <NumberField name="weekly" label="Weeks kept" max={MAX_KEPT.weekly} />
        <NumberField name="monthly" label="Months kept" max={MAX_KEPT.monthly} rules={{ validate }} />
      </div>
      <p className="text-sm text-muted">{children}</p>
    </>
  )
}
