// Where there is nothing to choose, nobody is asked how to sign in.
import { redirect } from 'react-router'
import { prefetch } from '../../api.ts'
import { withReturn } from './return-to.ts'
import { optionsQuery, silosOf, waysOf } from './ways.ts'

export async function goTheOnlyWay(request: Request): Promise<Response | null> {
  const search = new URL(request.url).searchParams
  const [way, ...others] = silosOf(await prefetch(optionsQuery())).flatMap(waysOf)
  const isPlain = way && others.length === 0 && !search.has('choose')
  return isPlain ? redirect(withReturn(way.to, search)) : null
}
