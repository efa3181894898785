// What can be done to a receiver of either kind.
import { apiAction, deleteAction, type Action } from '../../action/action.tsx'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/overlay/toast.ts'

export type Kind = 'webhook' | 'email'

type Offer = (receiver: string, whyNot: string | undefined, onDone?: () => unknown) => Action
type Offers = Record<Kind, Offer>

export const editReceiver: Offers = {
  webhook: (receiver, whyNot) => ({ label: 'Edit', icon: 'edit', to: paths.webhookEdit({ receiver }), whyNot }),
  email: (receiver, whyNot) => ({ label: 'Edit', icon: 'edit', to: paths.emailReceiverEdit({ receiver }), whyNot }),
}

export const deleteReceiver: Offers = {
  webhook: (name, whyNot, onDone) =>
    deleteAction({
      kind: 'webhook',
      name,
      operation: 'alert_receiver_delete',
      params: { path: { receiver: name } },
      whyNot,
      consequence:
        'Alerts that it has not received yet are not sent any more. Its secrets and delivery log are deleted.',
      onDone,
    }),
  email: (name, whyNot, onDone) =>
    deleteAction({
      kind: 'e-mail receiver',
      name,
      operation: 'email_receiver_delete',
      params: { path: { receiver: name } },
      whyNot,
      consequence: 'Alerts that were not sent yet are not sent any more. Its delivery log is deleted.',
      onDone,
    }),
}

/** Why an attempt failed, in words. */
const problems = {
  failed_http_error: 'The receiver refused the request',
  failed_unreachable: 'The receiver could not be reached, or its address is not allowed',
  failed_timeout: 'The receiver did not answer in time',
} as const

const probe = { label: 'Send a probe', icon: 'view' } as const

export const probeReceiver: Offers = {
  webhook: (name, whyNot) =>
    apiAction({
      ...probe,
      whyNot,
      operation: 'alert_receiver_probe',
      params: { path: { receiver: name }, query: { resend: false } },
      onDone(data) {
        const attempt = data.probe.attempts.webhook.at(-1)
        const status = attempt?.response ? ` (status ${attempt.response.status})` : ''
        if (!attempt || attempt.result === 'succeeded') return toast(`${name} accepted the probe${status}`)
        const content = problems[attempt.result] + status
        return toast({ tone: 'error', title: `${name} did not accept the probe`, content })
      },
    }),
  email: (name, whyNot) =>
    apiAction({
      ...probe,
      whyNot,
      operation: 'email_receiver_probe',
      params: { path: { receiver: name } },
      onDone({ attempts }) {
        const content = attempts.at(-1)?.reason
        if (!content) return toast(`The mail server accepted the probe for ${name}`)
        return toast({ tone: 'error', title: `The probe could not be sent to ${name}`, content })
      },
    }),
}
