// Skips the login page's choice when there is only one way to sign in.
import { prefetch } from '../../api.ts'
import { redirect } from '../../route.ts'
import { withReturn } from '../../return-to.ts'
import { optionsQuery, silosOf, methodsOf } from './login-methods.ts'

export async function skipOnlyChoice(request: Request): Promise<Response | null> {
  const search = new URL(request.url).searchParams
  const [method, ...others] = silosOf(await prefetch(optionsQuery())).flatMap(methodsOf)
  const isOnly = method && others.length === 0 && !search.has('choose')
  return isOnly ? redirect(withReturn(method.to, search)) : null
}
