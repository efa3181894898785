// Confirming an address with the link or the code in the e-mail that was sent there, signed in or not. The code is behind the # of the
// link: browsers send that part to no server, so it is in no log.
import { CircleCheck } from '@lucide/icons'
import { useState, type FormEvent } from 'react'
import { useLocation } from 'react-router'
import { ApiError } from '#contract/errors.ts'
import { useCall } from '../../call.ts'
import { NarrowLayout } from '../../ui/page/narrow-layout.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Button } from '../../ui/input/button.tsx'
import { Field } from '../../ui/input/field.tsx'
import { TextInput } from '../../ui/input/text-input.tsx'

export default function ConfirmAddressPage() {
  const given = useLocation().hash.slice(1)
  const [code, setCode] = useState(given)
  const confirm = useCall('alert_subscription_confirm')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '' && !confirm.isPending) confirm.mutate({ body: { token: code.trim() } })
  }
  if (confirm.data)
    return (
      <NarrowLayout>
        <Icon icon={CircleCheck} className="mx-auto mb-3 size-8 text-success" />
        <h1 className="text-xl font-semibold">Address confirmed</h1>
        <p className="mt-1 text-muted wrap-anywhere">Alerts are now sent to {confirm.data.address}.</p>
      </NarrowLayout>
    )
  return (
    <NarrowLayout>
      <h1 className="text-xl font-semibold">Confirm your address</h1>
      <p className="mt-1 mb-6 text-balance text-muted">
        Rackwright then sends alerts to the address that got the e-mail. Continue only if you asked for that.
      </p>
      {/* a button, because programs that check e-mails open every link */}
      <form onSubmit={submit} noValidate className="space-y-4 text-left">
        {confirm.error && (
          <Message tone="danger" alert>
            {problem(confirm.error)}
          </Message>
        )}
        {given === '' && (
          <Field label="Code from the e-mail" required>
            <TextInput
              mono
              value={code}
              autoComplete="one-time-code"
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
        )}
        <div className="grid">
          <Button type="submit" variant="primary" pending={confirm.isPending} disabled={code.trim() === ''}>
            Confirm address
          </Button>
        </div>
      </form>
    </NarrowLayout>
  )
}

function problem(error: Error): string {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 0 || status >= 500) return error.message
  return 'This link or code is not valid, or not any more. Send another one from the page "E-mail alerts".'
}
