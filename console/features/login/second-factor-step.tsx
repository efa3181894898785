// The second step of signing in, for users with a second factor.
import { ApiError } from '#contract/errors.ts'
import { useCall } from '../../call.ts'
import { PasscodeForm } from '../../form/passcode-form.tsx'

interface SecondFactorStepProps {
  silo: string
  onSuccess: () => unknown
  /** Back to the password, with the reason if it must be entered again. */
  onBack: (reason?: string) => void
}

export function SecondFactorStep({ silo, onSuccess, onBack }: SecondFactorStepProps) {
  const login = useCall('login_second_factor', {
    onSuccess,
    onError: (error) => void (isOver(error) && onBack(error.message)),
  })
  return (
    <PasscodeForm
      isPage
      submitLabel="Sign in"
      cancelLabel="Back"
      error={login.error ? problem(login.error) : undefined}
      isPending={login.isPending}
      onSubmit={(passcode) => login.mutate({ path: { siloName: silo }, body: { passcode } })}
      onCancel={() => onBack()}
    />
  )
}

/** A lost app can be replaced by a recovery code, which is entered here. */
const isOver = (error: Error) =>
  error instanceof ApiError && error.status === 400 && error.errorCode !== 'SecondFactorLost'

const statusOf = (error: Error) => (error instanceof ApiError ? error.status : 0)

const problem = (error: Error) => (statusOf(error) === 401 ? 'The code is wrong or was used before.' : error.message)
