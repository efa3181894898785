// The ways into a silo, as places.
import { paths } from '../../paths.ts'
import type { LoginSilo } from '../../queries.ts'

export interface Way {
  label: string
  to: string
}

export const waysOf = ({ name, local, providers }: LoginSilo): Way[] => [
  ...(local ? [{ label: 'Username and password', to: paths.loginLocal({ silo: name }) }] : []),
  ...providers.map((provider) => ({ label: provider, to: paths.loginSaml({ silo: name, provider }) })),
]
