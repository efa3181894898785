// What can be done to e-mail receivers.
import { deleteAction, type Action } from '../../action/action.tsx'
import { send } from '../../api.ts'
import { toast } from '../../ui/overlay/toast.ts'

export const deleteEmailAction = (name: string, whyNot: string | undefined, onDone?: () => unknown): Action =>
  deleteAction({
    kind: 'e-mail receiver',
    name,
    operation: 'email_receiver_delete',
    params: { path: { receiver: name } },
    whyNot,
    consequence: 'Alerts that were not sent yet are not sent any more. Its delivery log is deleted.',
    ...(onDone && { onDone }),
  })

export function probeEmailAction(name: string, whyNot: string | undefined): Action {
  const params = { path: { receiver: name } }
  return {
    label: 'Send a probe',
    icon: 'view',
    whyNot,
    call: { operation: 'email_receiver_probe', params },
    async run() {
      const { attempts } = await send('email_receiver_probe', params)
      const problem = attempts.at(-1)?.reason
      if (problem) toast({ tone: 'error', title: `The probe could not be sent to ${name}`, content: problem })
      else toast(`The mail server accepted the probe for ${name}`)
    },
  }
}
