// Changing the own password, with a proof: the old one, or a second factor for users who have forgotten it.
import { useWatch } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import { send } from '../../api.ts'
import { TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { RadioField } from '../../form/value-fields.tsx'
import { minLengthOf, passwordPolicy } from '../password-policy/password-policy-queries.ts'
import { passkeyProblem, provePasskey, whyNoPasskeys } from '../../passkeys.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useLoad } from '../../use-api.ts'

type By = 'password' | 'passcode' | 'passkey'

interface Values {
  by: By
  password: string
  passcode: string
  newPassword: string
  repeated: string
}

/** The answer of a passkey is not known before the form is sent. */
function bodyOf({ by, password, passcode, newPassword }: Values): Model<'OwnPasswordSet'> {
  if (by === 'password') return { password, newPassword }
  return by === 'passcode' ? { passcode, newPassword } : { newPassword }
}

async function withProof(values: Values): Promise<Model<'OwnPasswordSet'>> {
  if (values.by !== 'passkey') return bodyOf(values)
  try {
    return { ...bodyOf(values), passkey: await provePasskey() }
  } catch (error) {
    throw new Error(passkeyProblem(error as Error), { cause: error })
  }
}

const repetition = {
  validate: (text: string, { newPassword }: Partial<Values>) => text === newPassword || 'The passwords differ',
}

interface OwnPasswordFormProps {
  user: { displayName: string; siloName: string }
  factor: Model<'SecondFactor'>
  onClose: () => void
}

export function OwnPasswordForm({ user, factor, onClose }: OwnPasswordFormProps) {
  const minimum = minLengthOf(useLoad(passwordPolicy(user.siloName), { optional: true }).data)
  return (
    <SideForm
      operation="own_password_set"
      title="Change password"
      defaultValues={{ by: 'password', password: '', passcode: '', newPassword: '', repeated: '' }}
      toParams={(values: Values) => ({ body: bodyOf(values) })}
      sendCall={async (values, then) => send('own_password_set', { body: await withProof(values) }, then)}
      onSuccess={() => {
        toast({ title: 'Password changed', content: 'You are signed out everywhere else.' })
        onClose()
      }}
      onClose={onClose}
    >
      <Message>
        You stay signed in here. All other sessions end, and all access tokens are revoked.
        {factor.passkeys > 0 && ' Your passkeys keep working.'}
      </Message>
      {/* tells password managers whose password it is */}
      <input type="text" name="username" autoComplete="username" value={user.displayName} readOnly hidden />
      <ProofFields factor={factor} />
      <TextField
        name="newPassword"
        label="New password"
        required
        type="password"
        autoComplete="new-password"
        help={`At least ${minimum} characters. Common passwords are refused.`}
        rules={{
          validate: (text: string) =>
            [...text].length >= minimum || `New password must have at least ${minimum} characters`,
        }}
      />
      <TextField
        name="repeated"
        label="Repeat new password"
        required
        type="password"
        autoComplete="new-password"
        rules={repetition}
      />
    </SideForm>
  )
}

/** Users without a second factor have nothing but the old password. */
function ProofFields({ factor: { timeTotpEnrolled, passkeys } }: { factor: Model<'SecondFactor'> }) {
  const by = useWatch<Values, 'by'>({ name: 'by' })
  const hasPasskey = passkeys > 0 && !whyNoPasskeys()
  const options: { value: By; label: string }[] = [
    { value: 'password', label: 'Current password' },
    { value: 'passcode', label: timeTotpEnrolled ? 'Code from your app, or a recovery code' : 'Recovery code' },
    ...(hasPasskey ? [{ value: 'passkey' as const, label: 'Passkey' }] : []),
  ]
  return (
    <>
      {(timeTotpEnrolled || passkeys > 0) && <RadioField name="by" label="Prove that it is you" options={options} />}
      {by === 'password' && (
        <TextField name="password" label="Current password" required type="password" autoComplete="current-password" />
      )}
      {by === 'passcode' && <TextField name="passcode" label="Code" required autoComplete="one-time-code" mono />}
      {by === 'passkey' && (
        <p className="text-sm text-muted">The browser asks for your passkey when you change the password.</p>
      )}
    </>
  )
}
