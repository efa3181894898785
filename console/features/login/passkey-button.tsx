// Signs in with a passkey, instead of a password or after it.
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#contract/errors.ts'
import { send } from '../../api.ts'
import { askForPasskey, whyNoPasskeys } from '../../passkeys.ts'
import { Message } from '../../ui/display/message.tsx'
import { Button } from '../../ui/input/button.tsx'

interface PasskeyButtonProps {
  silo: string
  onSuccess: () => unknown
}

/** Nothing where browsers have no passkeys: the settings say why. */
export function PasskeyButton({ silo, onSuccess }: PasskeyButtonProps) {
  const login = useMutation({
    async mutationFn() {
      const path = { siloName: silo }
      const { options, ticket } = await send('login_passkey_begin', { path })
      const response = await askForPasskey(options)
      await send('login_passkey', { path, body: { ticket, response } }, onSuccess)
    },
  })
  if (whyNoPasskeys()) return null
  return (
    <div className="mt-4 grid gap-4 border-t border-line pt-4">
      {login.error && (
        <Message tone="danger" alert>
          {problem(login.error)}
        </Message>
      )}
      <Button pending={login.isPending} onClick={() => login.mutate()}>
        Sign in with a passkey
      </Button>
    </div>
  )
}

function problem(error: Error): string {
  if (!(error instanceof ApiError)) return 'The browser did not use a passkey.'
  return error.status === 401 ? 'This passkey is not known in this silo.' : error.message
}
