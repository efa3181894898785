// Setting up a second factor for users who can do nothing else before they have one.
import { useSearchParams } from 'react-router'
import { host } from '../../host.ts'
import { signOut, useMe } from '../../me.ts'
import { returnTo } from '../../return-to.ts'
import { Mark } from '../../ui/display/mark.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Button } from '../../ui/input/button.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { SetUpApp } from './set-up-app.tsx'

export default function SecondFactorRequiredPage() {
  const { user } = useMe()
  const [search] = useSearchParams()
  const leave = () => host.leave(returnTo(search))
  return (
    <div className="flex h-full overflow-y-auto">
      <main id="content" tabIndex={-1} className="m-auto w-full max-w-[30rem] space-y-5 px-6 py-12 outline-none">
        <p className="flex items-center gap-2 font-semibold tracking-tight">
          <Mark />
          Rackwright
        </p>
        <h1 className="text-xl font-semibold">Set up a second factor</h1>
        <Message tone="notice">
          Silo {user.siloName} requires a second factor. Set one up to continue as {user.displayName}.
        </Message>
        <SetUpApp onDone={leave} />
        <PasskeysCard onDone={leave} />
        <Button variant="ghost" onClick={() => void signOut()}>
          Sign out
        </Button>
      </main>
    </div>
  )
}
