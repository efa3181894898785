// Completes a login when the OpenID Connect provider has sent the browser back.
import type { Params } from 'react-router'
import { queryClient, send } from '../../api.ts'
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

/** Null when the page was opened by hand, and asks to sign in. */
export async function completeLogin(request: Request, params: Params): Promise<Response | null> {
  const { search, searchParams } = new URL(request.url)
  if (!searchParams.has('state')) return null
  const { silo = '', provider = '' } = params
  try {
    await send('login_oidc', { path: { siloName: silo, providerName: provider }, body: { response: search.slice(1) } })
  } catch (error) {
    // without the code, which has been used
    const problem = new URLSearchParams({ problem: (error as Error).message })
    return redirect(`${paths.loginOidc({ silo, provider })}?${problem}`)
  }
  keep('silo', silo)
  // cached data may belong to the user who was signed in before
  queryClient.clear()
  return redirect(takeReturn())
}
