// Accepting an invitation: the person chooses a password or a passkey, and is signed in. The token is behind the # of the link: browsers
// send that part to no server, so it is in no log.
import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import type { Model } from '#contract/client.ts'
import { send } from '../../api.ts'
import { queryClient } from '../../cache.ts'
import { NewPasswordForm } from '../../form/new-password-form.tsx'
import { createPasskey, passkeyProblem, whyNoPasskeys } from '../../passkeys.ts'
import { paths } from '../../paths.ts'
import { Message } from '../../ui/display/message.tsx'
import { NarrowLayout } from '../../ui/page/narrow-layout.tsx'
import { Spinner } from '../../ui/display/spinner.tsx'
import { Button } from '../../ui/input/button.tsx'
import { useLoad } from '../../use-api.ts'
import { keep } from '../../util/keep.ts'
import { openInvitation } from './invitation-queries.ts'

export default function InvitationPage() {
  const token = useLocation().hash.slice(1)
  const { data, error } = useLoad(openInvitation(token), { optional: true, enabled: token !== '' })
  if (data?.type === 'success') return <Accept token={token} invitation={data.data} />
  const isPending = token !== '' && !data && !error
  return (
    <NarrowLayout>
      {isPending ? (
        <Spinner />
      ) : (
        <>
          <h1 className="text-xl font-semibold">This invitation cannot be used</h1>
          <p className="mt-1 text-balance text-muted">{problem(data?.status, error)}</p>
        </>
      )}
    </NarrowLayout>
  )
}

function problem(status: number | undefined, error: unknown): string {
  if (error instanceof Error) return error.message
  if (status === 429) return 'Too many links were tried from here. Wait a few minutes, then open the link again.'
  return 'The link works once, for a day, and can be revoked. Ask the person who invited you for another one.'
}

function Accept({ token, invitation }: { token: string; invitation: Model<'OpenInvitation'> }) {
  const { externalId: name, siloName: silo, role, minPasswordLength } = invitation
  const navigate = useNavigate()
  const onSuccess = () => {
    keep('silo', silo)
    // cached data may belong to the user who was signed in before
    queryClient.clear()
    return navigate(paths.projects(), { replace: true })
  }
  const byPassword = useMutation({
    mutationFn: (password: string) => send('invitation_redeem', { body: { token, password } }, onSuccess),
  })
  const byPasskey = useMutation({
    async mutationFn() {
      const { options, ticket } = await send('invitation_passkey_begin', { body: { token } })
      const passkey = { name: 'First passkey', ticket, response: await createPasskey(options) }
      await send('invitation_redeem', { body: { token, passkey } }, onSuccess)
    },
  })
  const error = byPasskey.error ? passkeyProblem(byPasskey.error) : undefined
  return (
    <NarrowLayout>
      <h1 className="text-xl font-semibold wrap-anywhere">Join silo {silo}</h1>
      <p className="mt-1 mb-6 text-balance text-muted wrap-anywhere">
        You are invited as <strong className="font-medium text-body">{name}</strong>
        {role && `, with the role silo ${role}`}. Choose how you sign in.
      </p>
      <NewPasswordForm
        username={name}
        minimum={minPasswordLength}
        submitLabel="Join with a password"
        pending={byPassword.isPending}
        error={byPassword.error?.message}
        onSubmit={({ password }) => byPassword.mutate(password)}
      />
      {!whyNoPasskeys() && (
        <div className="mt-4 grid gap-4 border-t border-line pt-4">
          {error && (
            <Message tone="danger" alert>
              {error}
            </Message>
          )}
          <Button pending={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            Join with a passkey
          </Button>
        </div>
      )}
    </NarrowLayout>
  )
}
