// What can be done to webhooks.
import { deleteAction, type Action } from '../../action/action.tsx'
import { send } from '../../api.ts'
import { toast } from '../../ui/overlay/toast.ts'

export const deleteWebhookAction = (name: string, whyNot: string | undefined, onDone?: () => unknown): Action =>
  deleteAction({
    kind: 'webhook',
    name,
    operation: 'alert_receiver_delete',
    params: { path: { receiver: name } },
    whyNot,
    consequence: 'Alerts that it has not received yet are not sent any more. Its secrets and delivery log are deleted.',
    ...(onDone && { onDone }),
  })

/** Why an attempt failed, in words. */
const problems = {
  failed_http_error: 'The receiver refused the request',
  failed_unreachable: 'The receiver could not be reached, or its address is not allowed',
  failed_timeout: 'The receiver did not answer in time',
} as const

export function probeWebhookAction(name: string, whyNot: string | undefined): Action {
  const params = { path: { receiver: name }, query: { resend: false } }
  return {
    label: 'Send a probe',
    icon: 'view',
    whyNot,
    call: { operation: 'alert_receiver_probe', params },
    async run() {
      const { probe } = await send('alert_receiver_probe', params)
      const attempt = probe.attempts.webhook.at(-1)
      const status = attempt?.response ? ` (status ${attempt.response.status})` : ''
      if (!attempt || attempt.result === 'succeeded') toast(`${name} accepted the probe${status}`)
      else
        toast({ tone: 'error', title: `${name} did not accept the probe`, content: problems[attempt.result] + status })
    },
  }
}
