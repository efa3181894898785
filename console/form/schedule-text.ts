// Schedules and what they keep, in words.
import { capitalize } from '#contract/errors.ts'
import { counted } from '../util/count.ts'
import type { Keep, Schedule } from './schedule-fields.tsx'

export function scheduleText(schedule: Schedule): string {
  if (schedule.kind === 'hours') return schedule.every === 1 ? 'Every hour' : `Every ${schedule.every} hours`
  const at = `at ${schedule.time}, ${schedule.zone}`
  return schedule.kind === 'daily' ? `Daily ${at}` : `${capitalize(schedule.weekday)}s ${at}`
}

export function keepText({ hourly, daily, weekly, monthly }: Keep): string {
  const parts = [
    hourly && counted(hourly, 'hour'),
    daily && counted(daily, 'day'),
    weekly && counted(weekly, 'week'),
    monthly && counted(monthly, 'month'),
  ]
  return parts.filter(Boolean).join(', ')
}
