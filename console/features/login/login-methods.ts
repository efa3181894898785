// The silos offered on the login page and how to sign in to each.
import type { Data, Result } from '#contract/client.ts'
import { paths } from '../../paths.ts'
import { loginOptions } from './login-queries.ts'
import { kept } from '../../util/keep.ts'

type LoginOptions = Data<'login_options'>
export type LoginSilo = LoginOptions['silos'][number]

export interface LoginMethod {
  label: string
  to: string
}

export const methodsOf = ({ name: silo, identityMode, samlProviders, oidcProviders }: LoginSilo): LoginMethod[] =>
  identityMode === 'local_only'
    ? [{ label: 'Username and password', to: paths.loginLocal({ silo }) }]
    : [
        ...samlProviders.map((provider) => ({ label: provider, to: paths.loginSaml({ silo, provider }) })),
        ...oidcProviders.map((provider) => ({ label: provider, to: paths.loginOidc({ silo, provider }) })),
      ]

export const lastSilo = () => kept('silo')
export const optionsQuery = () => loginOptions(lastSilo())

/** The last one used comes first. Silos without a login method are left out. */
export function silosOf(answer: Result<LoginOptions>): LoginSilo[] {
  if (answer.type !== 'success') return []
  const { silo, silos } = answer.data
  const byName = new Map([...(silo ? [silo] : []), ...silos].map((one) => [one.name, one]))
  return [...byName.values()]
    .filter((one) => methodsOf(one).length > 0)
    .sort((one, other) => Number(other.name === lastSilo()) - Number(one.name === lastSilo()))
}
