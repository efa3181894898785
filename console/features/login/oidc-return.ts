// Completes a login when the OpenID Connect provider has sent the browser back.
import type { Params } from 'react-router'
import { send } from '../../api.ts'
import { queryClient } from '../../cache.ts'
import { paths } from '../../paths.ts'
import { returnTo } from '../../return-to.ts'
import { redirect } from '../../route.ts'
import { keep } from '../../util/keep.ts'

const RETURN = 'rackwright-return'

/** In this tab only: logins can be under way in several. */
export function rememberReturn(path: string): void {
  sessionStorage.setItem(RETURN, path)
}

function takeReturn(): string {
  const wanted = sessionStorage.getItem(RETURN) ?? ''
  sessionStorage.removeItem(RETURN)
  return returnTo(new URLSearchParams({ redirect_uri: wanted }))
}

let failure: Error | undefined

/** Why the login failed that has just come back, or null. Never from the address, where anyone could put words into our mouth. */
function takeFailure(): Error | null {
  const taken = failure ?? null
  failure = undefined
  return taken
}

/** Redirects if the browser comes back from the provider. Otherwise the page asks to sign in, perhaps again after a failure. */
export async function completeLogin(request: Request, params: Params): Promise<Response | Error | null> {
  const { search, searchParams } = new URL(request.url)
  if (!searchParams.has('state')) return takeFailure()
  const { silo = '', provider = '' } = params
  try {
    await send('login_oidc', { path: { siloName: silo, providerName: provider }, body: { response: search.slice(1) } })
  } catch (error) {
    failure = error as Error
    // without the code, which has been used
    return redirect(paths.loginOidc({ silo, provider }))
  }
  keep('silo', silo)
  // cached data may belong to the user who was signed in before
  queryClient.clear()
  return redirect(takeReturn())
}
