// Choosing another password, for users who can do nothing else before: an administrator has set theirs.
import { useSearchParams } from 'react-router'
import { useCall } from '../../call.ts'
import { NewPasswordForm } from '../../form/new-password-form.tsx'
import { host } from '../../host.ts'
import { minLengthOf, passwordPolicy } from '../password-policy/password-policy-queries.ts'
import { signOut, useMe } from '../../me.ts'
import { returnTo } from '../../return-to.ts'
import { NarrowLayout } from '../../ui/page/narrow-layout.tsx'
import { Button } from '../../ui/input/button.tsx'
import { useLoad } from '../../use-api.ts'

export default function PasswordRequiredPage() {
  const { user } = useMe()
  const { data: policy } = useLoad(passwordPolicy(user.siloName), { optional: true })
  const [search] = useSearchParams()
  const change = useCall('own_password_set', { onSuccess: () => host.leave(returnTo(search)) })
  return (
    <NarrowLayout>
      <h1 className="text-xl font-semibold">Choose another password</h1>
      <p className="mt-1 mb-6 text-balance text-muted">
        An administrator has set your password. Choose one that only you know to continue as {user.displayName}.
      </p>
      <NewPasswordForm
        username={user.displayName}
        minimum={minLengthOf(policy)}
        asksCurrent
        submitLabel="Change password"
        pending={change.isPending}
        error={change.error?.message}
        onSubmit={({ current, password }) => change.mutate({ body: { password: current, newPassword: password } })}
      />
      <div className="mt-4">
        <Button variant="ghost" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </NarrowLayout>
  )
}
