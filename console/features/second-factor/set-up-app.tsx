// Sets up an authenticator app: a QR code to scan, a code that proves it, then the recovery codes.
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { useCall } from '../../call.ts'
import { PasscodeForm } from '../../form/passcode-form.tsx'
import { CopyButton } from '../../ui/display/copy.tsx'
import { lazyPart } from '../../ui/display/lazy.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Button } from '../../ui/input/button.tsx'
import { isProofRequired, problemOf, ProofForm, useHasSecondFactor } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const QrCode = lazyPart(async () => (await import('./qr-code.lazy.tsx')).QrCode, <Skeleton className="size-44" />)

/** `onDone` is called once the recovery codes are saved. */
export function SetUpApp({ onDone }: { onDone: () => unknown }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const hasFactor = useHasSecondFactor()
  const [isAsking, setAsking] = useState(false)
  const enroll = useCall('second_factor_enroll', { onError: (error) => isProofRequired(error) && setAsking(true) })
  const confirm = useCall('second_factor_confirm', { onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes) })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (isAsking && !enroll.data)
    return (
      <ProofForm
        submitLabel="Continue"
        error={problemOf(enroll)}
        isPending={enroll.isPending}
        onProof={(body) => enroll.mutate({ body })}
        onCancel={() => {
          enroll.reset()
          setAsking(false)
        }}
      />
    )
  if (!enroll.data)
    return (
      <div className="space-y-4">
        {enroll.error && (
          <Message tone="danger" alert>
            {enroll.error.message}
          </Message>
        )}
        <Button
          variant="primary"
          pending={enroll.isPending}
          onClick={() => (hasFactor ? setAsking(true) : enroll.mutate({ body: {} }))}
        >
          Set up authenticator app
        </Button>
      </div>
    )
  return (
    <div className="space-y-4">
      <Scan enrollment={enroll.data} />
      <PasscodeForm
        submitLabel="Confirm"
        help="The six digits that the app shows"
        error={confirm.error?.message}
        isPending={confirm.isPending}
        onSubmit={(passcode) => confirm.mutate({ body: { passcode } })}
      />
    </div>
  )
}

function Scan({ enrollment: { secret, uri } }: { enrollment: Model<'TotpEnrollment'> }) {
  return (
    <div className="space-y-3 text-sm">
      <p>Scan this QR code with an authenticator app, or enter the key by hand.</p>
      <QrCode text={uri} label="QR code for an authenticator app" />
      <section aria-label="Key" className="flex items-center gap-2">
        <code className="font-mono text-xs break-all">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={secret} label="Copy key" />
      </section>
    </div>
  )
}
