// Asks for a proof of the second factor before it is changed: a code, or a passkey for this site.
import { useMutation } from '@tanstack/react-query'
import type { Model } from '#contract/client.ts'
import { ApiError } from '#contract/errors.ts'
import { send } from '../../api.ts'
import { PasscodeForm } from '../../form/passcode-form.tsx'
import { askForPasskey, whyNoPasskeys } from '../../passkeys.ts'
import { Button } from '../../ui/input/button.tsx'
import { useData } from '../../use-api.ts'
import { everyPasskey } from './second-factor-queries.ts'

interface ProofFormProps {
  submitLabel: string
  danger?: boolean
  error: string | undefined
  isPending: boolean
  onProof: (proof: Model<'SecondFactorProof'>) => void
  onCancel: () => void
}

export function ProofForm({ onProof, error, ...form }: ProofFormProps) {
  const hasPasskey = useData(everyPasskey()).items.some(({ rpId }) => rpId === location.hostname)
  const ask = useMutation({
    async mutationFn() {
      const { options, ticket } = await send('passkey_proof_begin', {})
      return { ticket, response: await askForPasskey(options) }
    },
    onSuccess: (passkey) => onProof({ passkey }),
  })
  return (
    <PasscodeForm
      {...form}
      error={ask.error ? problem(ask.error) : error}
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

const problem = (error: Error) => (error instanceof ApiError ? error.message : 'The browser did not use a passkey.')
