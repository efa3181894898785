// Profiles: the hosts a user logged in to. Tokens are never shown.
import { readConfig, writeConfig } from '../config.ts'
import { connectTo } from '../connect.ts'
import type { Context, Run } from '../context.ts'
import { CliError, EXIT, usage } from '../failure.ts'
import { write, type Io } from '../io.ts'
import { print } from '../output.ts'

export const whoami: Run = async (_given, _positionals, context) => {
  const { url, profile } = context.host()
  const me = await context.connect().call('current_user_view')
  await print(context.io, context.format, { ...me, host: url, ...(profile && { profile }) })
}

export const list: Run = async (_given, _positionals, { io, format }) => {
  const { current, profiles } = readConfig(io.env)
  const rows = Object.entries(profiles).map(([name, { url, user, token }]) => ({
    name,
    url,
    user: user ?? null,
    current: name === current,
    logged_in: token !== undefined,
  }))
  await print(io, format, rows)
}

function named(positionals: readonly string[], io: Io) {
  const [name, ...others] = positionals
  if (name === undefined || others.length > 0) throw usage('which profile?')
  const config = readConfig(io.env)
  const profile = Object.hasOwn(config.profiles, name) ? config.profiles[name] : undefined
  if (!profile) throw new CliError(EXIT.notFound, `there is no profile ${name}`)
  return { name, config, profile }
}

export const use: Run = async (_given, positionals, { io }) => {
  const { name, config } = named(positionals, io)
  writeConfig(io.env, { ...config, current: name })
}

export const remove: Run = async (_given, positionals, { io }) => {
  const { name, config } = named(positionals, io)
  const profiles = Object.fromEntries(Object.entries(config.profiles).filter(([each]) => each !== name))
  writeConfig(io.env, { ...config, current: config.current === name ? undefined : config.current, profiles })
}

/** Revokes the token at the host. It is forgotten here in any case: the host may be gone for good. */
export const logout: Run = async (_given, _positionals, { io, host }: Context) => {
  const chosen = host()
  const { profile: name, url } = chosen
  const config = readConfig(io.env)
  const profile = name === undefined ? undefined : config.profiles[name]
  if (name === undefined || !profile?.token) throw new CliError(EXIT.other, `not logged in to ${url}`)
  const revoked = connectTo({ ...chosen, token: profile.token }).call('logout', {}, io.signal)
  const problem = await revoked.then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  )
  writeConfig(io.env, { ...config, profiles: { ...config.profiles, [name]: { ...profile, token: undefined } } })
  if (problem !== undefined)
    await write(io.stderr, `warning: the token may still be valid, because it could not be revoked: ${problem}\n`)
  await write(io.stdout, `Logged out of ${url}.\n`)
}
