// Shows the first administrator's login, with a new password, until somebody has signed in. One of several replicas does so, the one
// that holds the lease: another one would replace the password that this one has shown.
import type { Host } from '#control/frame/context.ts'
import { makeLoops } from '#control/reconcile/loop.ts'
import { type FirstLogin, isFirstLoginUnused, renewFirstLogin } from '#control/system/first-login.ts'

/** Often enough to keep the lease. */
const CHECK_INTERVAL_MS = 5000

type Parts = Pick<Host, 'db' | 'clock' | 'random' | 'passwords' | 'log'> & { password: string | undefined }

/** Returns how to stop it. */
export async function startFirstLogin(parts: Parts, show: (login: FirstLogin) => void): Promise<() => Promise<void>> {
  if (!(await isFirstLoginUnused(parts.db.read))) return async () => undefined
  let isShown = false
  const step = async () => {
    const login = isShown ? undefined : await renewFirstLogin(parts)
    if (login) {
      isShown = true
      show(login)
    } else if (!(await isFirstLoginUnused(parts.db.read))) {
      // not awaited: stopping waits for this step
      void loops.stop()
    }
  }
  const loops = makeLoops(parts, [{ name: 'first-login', every: CHECK_INTERVAL_MS, step }])
  loops.start()
  return loops.stop
}
