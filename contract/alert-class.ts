// Alert classes: what can be reported.
import { z } from 'zod'
import { SUBSCRIPTION_FORM } from './alert-classes.ts'
import { list, unsorted, type Operations } from './define.ts'
import { MAX_SUBSCRIPTION_LENGTH } from './limits.ts'

export const AlertClass = z.object({ name: z.string(), description: z.string() })

/** A class name, or a pattern: `instance.*`, `**`. */
export const AlertSubscription = z
  .string()
  .refine((text) => text.length <= MAX_SUBSCRIPTION_LENGTH && SUBSCRIPTION_FORM.test(text), {
    error: 'expected an alert class such as instance.failed, or a pattern such as instance.* or **',
  })
  .meta({ publish: { type: 'string', pattern: SUBSCRIPTION_FORM.source } })

export const alertClass = {
  alert_class_list: list(AlertClass, unsorted, { query: { filter: AlertSubscription.optional() } }),
} satisfies Operations<'alert_class'>
