// The host and token for a command, from a profile or the environment. A token is sent only to the host that issued it.
import { makeApi, type Api } from './api.ts'
import { readConfig, type Profile } from './config.ts'
import { usage } from './failure.ts'
import { makeSend, readCa } from './http.ts'
import type { Environment } from './io.ts'

export interface Choice {
  profile?: string | undefined
  caFile?: string | undefined
}

export interface Host extends Profile {
  /** undefined when the environment names the host */
  profile?: string
}

/** `rack.example` means https; a path and a slash at the end are dropped. */
export function originOf(text: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]
  if (scheme && !/^https?$/i.test(scheme)) throw usage(`${text} is not an http or https address`)
  try {
    return new URL(scheme ? text : `https://${text}`).origin
  } catch {
    throw usage(`not a valid host: ${text}`)
  }
}

export function findHost(env: Environment, choice: Choice = {}): Host {
  const { current, profiles } = readConfig(env)
  const name = choice.profile ?? (env.RACKWRIGHT_PROFILE || undefined)
  const caFile = choice.caFile ?? (env.RACKWRIGHT_CA_FILE || undefined)
  const isNamed = (each: string) => Object.hasOwn(profiles, each)
  if (name !== undefined && !isNamed(name))
    throw usage(`there is no profile ${name}; \`rackwright profile list\` shows them`)
  const fromEnv = name === undefined && env.RACKWRIGHT_URL ? originOf(env.RACKWRIGHT_URL) : undefined
  const chosen = fromEnv ? Object.keys(profiles).find((each) => profiles[each]?.url === fromEnv) : (name ?? current)
  const profile = chosen !== undefined && isNamed(chosen) ? profiles[chosen] : undefined
  const url = fromEnv ?? profile?.url
  if (!url) throw usage('no host: run `rackwright login HOST`, or set RACKWRIGHT_URL and RACKWRIGHT_TOKEN')
  return {
    ...profile,
    url,
    // a profile named on the command line uses its own token
    token: choice.profile ? profile?.token : env.RACKWRIGHT_TOKEN || profile?.token,
    ca_file: caFile ?? profile?.ca_file,
    ...(profile && chosen !== undefined && { profile: chosen }),
  }
}

export const connectTo = ({ url, token, ca_file }: Host): Api =>
  makeApi({ url, token, send: makeSend(readCa(ca_file)) })
