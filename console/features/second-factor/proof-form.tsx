// Asks for a proof before the means to sign in are changed: a code or a passkey for this site, or the password if there is no second factor.
import { useMutation } from '@tanstack/react-query'
import type { Model } from '#contract/client.ts'
import { ApiError } from '#contract/errors.ts'
import { PasscodeForm } from '../../form/passcode-form.tsx'
import { passkeyProblem, provePasskey, whyNoPasskeys } from '../../passkeys.ts'
import { Button } from '../../ui/input/button.tsx'
import { useData } from '../../use-api.ts'
import { everyPasskey, ownSecondFactor } from './second-factor-queries.ts'

export type Proof = Model<'SignInProof'>

/** Without one, a sign-in that is not long ago is proof enough, and the server says when it is too long ago. */
export function useHasSecondFactor(): boolean {
  const { timeTotpEnrolled, passkeys } = useData(ownSecondFactor())
  return timeTotpEnrolled !== null || passkeys > 0
}

export const isProofRequired = (error: Error) => error instanceof ApiError && error.errorCode === 'ProofRequired'

/** Tells what went wrong with a call that was sent with a proof. That one is needed is no problem: the form asks for it. */
export const problemOf = ({ error, variables }: { error: Error | null; variables: { body: Proof } | undefined }) =>
  error && variables && Object.keys(variables.body).length > 0 ? error.message : undefined

interface ProofFormProps {
  submitLabel: string
  danger?: boolean
  error: string | undefined
  isPending: boolean
  onProof: (proof: Proof) => void
  onCancel: () => void
}

export function ProofForm({ onProof, error, ...form }: ProofFormProps) {
  const hasFactor = useHasSecondFactor()
  const hasPasskey = useData(everyPasskey()).items.some(({ rpId }) => rpId === location.hostname)
  const ask = useMutation({ mutationFn: provePasskey, onSuccess: (passkey) => onProof({ passkey }) })
  if (!hasFactor)
    return (
      <PasscodeForm
        {...form}
        isPassword
        help="You signed in more than ten minutes ago. Enter your password to continue."
        error={error}
        onSubmit={(password) => onProof({ password })}
      />
    )
  return (
    <PasscodeForm
      {...form}
      error={ask.error ? passkeyProblem(ask.error) : error}
      onSubmit={(passcode) => {
        ask.reset()
        onProof({ passcode })
      }}
      alternative={
        hasPasskey &&
        !whyNoPasskeys() && (
          <Button pending={ask.isPending} onClick={() => ask.mutate()}>
            Use a passkey
          </Button>
        )
      }
    />
  )
}
