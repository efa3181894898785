// Logging in a device with the code it shows. Loads no user data: without a session, the confirm call redirects to the login
// page and back, and the code is kept meanwhile.
import { useEffect, useId, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { useCall } from '../../call.ts'
import { onLeave } from '../../drafts.ts'
import { storeDraft, takeDraft } from '../../form/draft-storage.ts'
import { NarrowLayout } from '../../ui/page/narrow-layout.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/input/button.tsx'
import { codeOf, emptyBoxes, paste } from './code.ts'
import { CodeBoxes } from './code-boxes.tsx'

const DRAFT = 'device-code'

export default function DeviceVerifyPage() {
  const navigate = useNavigate()
  const problem = useId()
  const [boxes, setBoxes] = useState(() => paste(emptyBoxes, String(takeDraft(DRAFT, '')?.values.letters ?? '')))
  // the user is not known yet, so the draft is for whoever signs in next on this tab
  useEffect(() => onLeave(() => storeDraft(DRAFT, '', { letters: boxes.join('') })), [boxes])
  const confirm = useCall('device_auth_confirm', { onSuccess: () => navigate(paths.deviceSuccess()) })
  const userCode = codeOf(boxes)
  const isOff = !userCode || confirm.isPending || confirm.isSuccess
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isOff) confirm.mutate({ body: { userCode } })
  }
  return (
    <NarrowLayout>
      <h1 className="text-xl font-semibold">Device Authentication</h1>
      <p className="mt-1 mb-6 text-muted">Enter the code shown on your device</p>
      <form onSubmit={submit} noValidate>
        <CodeBoxes
          boxes={boxes}
          onChange={(next) => {
            setBoxes(next)
            // the error was about the submitted code, not the one being typed
            if (confirm.isError) confirm.reset()
          }}
          problem={confirm.isError ? problem : undefined}
        />
        <p id={problem} role="alert" className="mt-2 min-h-5 text-sm text-danger">
          {confirm.isError && 'Code is invalid'}
        </p>
        <div className="mt-3 grid">
          <Button type="submit" variant="primary" pending={confirm.isPending} disabled={isOff && !confirm.isPending}>
            Log in on device
          </Button>
        </div>
      </form>
      <p className="mt-5 text-xs text-balance text-muted">
        Continue only if you started this. The device will get your full access.
      </p>
    </NarrowLayout>
  )
}
