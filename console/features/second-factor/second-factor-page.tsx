// The user's second factor: an authenticator app, passkeys and the recovery codes.
import { Fingerprint } from '@lucide/icons'
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { useCall } from '../../call.ts'
import { DocsButton } from '../../help/docs-button.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Message } from '../../ui/display/message.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { Button } from '../../ui/input/button.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { dateText } from '../../util/time-text.ts'
import { PasskeysCard } from './passkeys-card.tsx'
import { ProofForm } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ownSecondFactor } from './second-factor-queries.ts'
import { SetUpApp } from './set-up-app.tsx'

type SecondFactor = Model<'SecondFactor'>

export default function SecondFactorPage() {
  const factor = useData(ownSecondFactor())
  // the recovery codes are still on screen when the app counts as set up
  const [isSettingUp, setSettingUp] = useState(!factor.timeTotpEnrolled)
  const hasOne = factor.timeTotpEnrolled !== null || factor.passkeys > 0
  return (
    <>
      <PageHeader
        title="Second factor"
        icon={<Icon icon={Fingerprint} />}
        aside={<DocsButton topic="second-factor" />}
      />
      <div className="max-w-[48rem] space-y-6">
        {!factor.isLocal && (
          <Message>You sign in with an identity provider, which asks for its own second factor.</Message>
        )}
        {factor.isLocal && (isSettingUp || !factor.timeTotpEnrolled) && (
          <Card title="Authenticator app" text="Protects your account if someone learns your password.">
            <SetUpApp onDone={() => setSettingUp(false)} />
          </Card>
        )}
        {factor.timeTotpEnrolled && !isSettingUp && <App factor={factor} onDone={() => setSettingUp(true)} />}
        {factor.isLocal && <PasskeysCard />}
        {hasOne && <Codes factor={factor} />}
      </div>
    </>
  )
}

function App({ factor: { timeTotpEnrolled, isTotpLost }, onDone }: { factor: SecondFactor; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const disable = useCall('second_factor_disable', {
    onSuccess() {
      toast('Authenticator app turned off')
      onDone()
    },
  })
  return (
    <Card
      title="Authenticator app"
      text={timeTotpEnrolled && <>Set up on {dateText(timeTotpEnrolled)}. You are asked for a code at each sign-in.</>}
      actions={!isOpen && <Button onClick={() => setOpen(true)}>Turn off</Button>}
    >
      {isTotpLost && (
        <Message tone="danger" title="This app no longer works">
          The secret key of this installation was lost, so codes of the app cannot be checked. Turn it off with a
          recovery code or a passkey, and set it up again.
        </Message>
      )}
      {isOpen && (
        <ProofForm
          submitLabel="Turn off"
          danger
          error={disable.error?.message}
          isPending={disable.isPending}
          onProof={(body) => disable.mutate({ body })}
          onCancel={() => setOpen(false)}
        />
      )}
    </Card>
  )
}

function Codes({ factor: { recoveryCodesLeft } }: { factor: SecondFactor }) {
  const [isOpen, setOpen] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const replace = useCall('second_factor_replace_recovery_codes', {
    onSuccess({ recoveryCodes }) {
      setOpen(false)
      setCodes(recoveryCodes)
    },
  })
  const left = recoveryCodesLeft === 1 ? '1 code' : `${recoveryCodesLeft} codes`
  return (
    <Card
      title="Recovery codes"
      text={`${left} left. Each signs you in once without the app.`}
      actions={!isOpen && !codes && <Button onClick={() => setOpen(true)}>Replace codes</Button>}
    >
      {isOpen && (
        <ProofForm
          submitLabel="Replace codes"
          error={replace.error?.message}
          isPending={replace.isPending}
          onProof={(body) => replace.mutate({ body })}
          onCancel={() => setOpen(false)}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
    </Card>
  )
}
