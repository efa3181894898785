// Profiles and their tokens, in the user's configuration directory. Only the user can read the file.
import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { CliError, EXIT } from './failure.ts'
import type { Environment } from './io.ts'

export interface Profile {
  url: string
  token?: string | undefined
  user?: string | undefined
  ca_file?: string | undefined
}

export interface Config {
  current?: string | undefined
  profiles: Record<string, Profile>
}

const OWNER_ONLY = 0o600

export const configDir = (env: Environment) =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'rackwright')
export const stateDir = (env: Environment) =>
  join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local/state'), 'rackwright')

const fileOf = (env: Environment) => join(configDir(env), 'profiles.json')

export function readConfig(env: Environment): Config {
  const file = fileOf(env)
  let text: string
  try {
    // a copy or a restored backup may have lost its mode
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, OWNER_ONLY)
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} }
    throw new CliError(EXIT.other, `cannot read ${file}: ${(error as Error).message}`)
  }
  try {
    const config = JSON.parse(text) as Config
    return { ...config, profiles: config.profiles ?? {} }
  } catch {
    throw new CliError(EXIT.other, `${file} is not valid JSON: correct or delete it`)
  }
}

/** Replaces the file in one step, so that a crash leaves the old one. */
export function writeConfig(env: Environment, config: Config): void {
  const file = fileOf(env)
  mkdirSync(configDir(env), { recursive: true, mode: 0o700 })
  const next = `${file}.${process.pid}`
  writeFileSync(next, `${JSON.stringify(config, null, 2)}\n`, { mode: OWNER_ONLY })
  renameSync(next, file)
}
