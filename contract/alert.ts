// Alerts that were raised, and where each was sent. Additions of ours, for fleet viewers.
import { z } from 'zod'
import { AlertDeliveryState, AlertDeliveryTrigger } from './alert-delivery.ts'
import { byTimeAndId, list, type Operations } from './define.ts'
import { IssueSeverity } from './issue.ts'
import { Name, maybe, timestamp, uint32, uuid } from './values.ts'

export const AlertState = z.enum(['open', 'resolved'])
/** What a delivery says: that the alert was raised, or that it is over. */
export const AlertNotice = z.enum(['raised', 'resolved'])

export const Alert = z.object({
  id: uuid,
  alert_class: z.string(),
  /** Names what it is about. */
  sentence: z.string(),
  severity: IssueSeverity,
  state: AlertState,
  time_raised: timestamp,
  /** Null while it is open. */
  time_resolved: maybe(timestamp),
  silo_id: maybe(uuid),
  project_id: maybe(uuid),
  /** What every receiver gets. */
  data: z.record(z.string(), z.unknown()),
})

export const AlertReceipt = z.object({
  id: uuid,
  receiver_id: uuid,
  receiver_name: Name,
  receiver_kind: z.enum(['webhook', 'email']),
  state: AlertDeliveryState,
  trigger: AlertDeliveryTrigger,
  notice: AlertNotice,
  time_started: timestamp,
  attempts: uint32,
})
export const AlertWithDeliveries = z.object({ ...Alert.shape, deliveries: z.array(AlertReceipt) })

export const alert = {
  alert_list: list(Alert, byTimeAndId),
  /** Deliveries to members of silos and projects are not included. */
  alert_view: { path: { alert_id: uuid }, status: 200, answer: AlertWithDeliveries },
} satisfies Operations<'alert'>
