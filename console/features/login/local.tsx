// Signing in with a name and a password of the silo's own, and a second factor if the user has one; or with a passkey.
import { useRef, useState, type FormEvent } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ApiError } from '#contract/errors.ts'
import { queryClient } from '../../cache.ts'
import { useCall } from '../../call.ts'
import { host } from '../../host.ts'
import { exists } from '../../route.ts'
import { Button } from '../../ui/input/button.tsx'
import { Field } from '../../ui/input/field.tsx'
import { Message } from '../../ui/display/message.tsx'
import { TextInput } from '../../ui/input/text-input.tsx'
import { keep } from '../../util/keep.ts'
import { LoginLayout } from './login-layout.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'
import { returnTo } from '../../return-to.ts'

export default function LocalLoginPage() {
  const { silo = '' } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [missing, setMissing] = useState<readonly string[]>([])
  const form = useRef<HTMLFormElement>(null)
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.select()
  const [step, setStep] = useState<'password' | 'second factor'>('password')
  const [expired, setExpired] = useState<string>()
  const onSuccess = () => {
    keep('silo', silo)
    // cached data may belong to the user who was signed in before
    queryClient.clear()
    const target = returnTo(search)
    if (!exists(target)) return host.leave(target)
    return navigate(target)
  }
  const login = useCall('login_local', {
    onError(error) {
      if (needsSecondFactor(error)) setStep('second factor')
      // the likelier mistake
      else focus('password')
    },
    onSuccess,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const username = String(data.get('username'))
    const password = String(data.get('password'))
    const empty = Object.entries({ username, password }).flatMap(([name, value]) => (value ? [] : [name]))
    setMissing(empty)
    if (empty[0]) return focus(empty[0])
    if (!login.isPending) login.mutate({ path: { siloName: silo }, body: { username, password } })
  }
  if (step === 'second factor')
    return (
      <LoginLayout silo={silo}>
        <SecondFactorStep
          silo={silo}
          onSuccess={onSuccess}
          onBack={(reason) => {
            login.reset()
            setExpired(reason)
            setStep('password')
          }}
        />
        <PasskeyButton silo={silo} onSuccess={onSuccess} />
      </LoginLayout>
    )
  const error = login.error ? problem(login.error) : expired
  return (
    <LoginLayout silo={silo}>
      <form ref={form} onSubmit={submit} noValidate className="space-y-4">
        {error && (
          <Message tone="danger" alert>
            {error}
          </Message>
        )}
        <Field label="Username" required error={missing.includes('username') && 'Username is required'}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form */}
          <TextInput name="username" autoComplete="username" autoCapitalize="none" autoFocus />
        </Field>
        <Field label="Password" required error={missing.includes('password') && 'Password is required'}>
          <TextInput name="password" type="password" autoComplete="current-password" />
        </Field>
        <div className="grid pt-1">
          <Button type="submit" variant="primary" pending={login.isPending}>
            Sign in
          </Button>
        </div>
      </form>
      <PasskeyButton silo={silo} onSuccess={onSuccess} />
    </LoginLayout>
  )
}

const needsSecondFactor = (error: Error) => error instanceof ApiError && error.errorCode === 'SecondFactorRequired'

function problem(error: Error): string {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 0 || status >= 500) return error.message
  return 'Could not sign in. Check your username and password.'
}
