// `rackwright login HOST`: the device flow of RFC 8628. The token is stored only in the profile.
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { PROGRAM } from '#contract/command.ts'
import { MAX_NAME_LENGTH } from '#contract/limits.ts'
import { checked, jsonOf, makeApi, pathOf, type Api } from '../api.ts'
import { isOn, textIn } from '../args.ts'
import { readConfig, writeConfig } from '../config.ts'
import { originOf } from '../connect.ts'
import type { Run } from '../context.ts'
import { CliError, EXIT, Refused, Unreachable, usage } from '../failure.ts'
import { makeSend, readCa, textOf } from '../http.ts'
import { readAll, write, type Io } from '../io.ts'

/** Identifies this program to the host. */
const CLIENT_ID = '5f0b6d0e-7c1c-4b52-9d55-0c2f8f6c1d3a'
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code'
const DEFAULT_INTERVAL_S = 5
const DEFAULT_EXPIRY_S = 300
const SLOW_DOWN_S = 5
const MAX_INTERVAL_S = 60

interface Asked {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete?: string
  expires_in?: number
  interval?: number
}

export const login: Run = async (given, positionals, { io, caFile }) => {
  const [place, ...others] = positionals
  if (place === undefined || others.length > 0) throw usage('which host? rackwright login HOST')
  const url = originOf(place)
  const isOpen = url.startsWith('http:') && !/^http:\/\/(localhost|127\.|\[::1\])/.test(url)
  if (isOpen) await write(io.stderr, `warning: ${url} is not encrypted; others on the network can read the token\n`)
  const send = makeSend(readCa(caFile))
  const anonymous = makeApi({ url, token: undefined, send })
  const wantsBrowser = given.get('browser')?.[0] !== false
  const token = isOn(given, 'token-stdin') ? await tokenFrom(io) : await deviceLogin(anonymous, io, wantsBrowser)
  const me = await makeApi({ url, token, send }).call<{ display_name: string; silo_name: string }>('current_user_view')
  const name = textIn(given, 'as') ?? new URL(url).host
  const config = readConfig(io.env)
  const profile = { url, token, user: me.display_name, ...(caFile && { ca_file: resolve(caFile) }) }
  writeConfig(io.env, { current: name, profiles: { ...config.profiles, [name]: profile } })
  await write(io.stdout, `Logged in to ${url} as ${me.display_name} (silo ${me.silo_name}).\n`)
}

/** What the token is called in the list of the user's tokens. */
const deviceName = () => `${PROGRAM} on ${hostname()}`.slice(0, MAX_NAME_LENGTH)

async function tokenFrom(io: Io): Promise<string> {
  if (io.stdin.isTTY) return (await import('../prompt.ts')).askSecret(io, 'token')
  const token = (await readAll(io.stdin)).toString().trim()
  if (token === '') throw usage('no token on standard input')
  return token
}

async function deviceLogin(api: Api, io: Io, wantsBrowser: boolean): Promise<string> {
  const asked = await api.call<Asked>(
    'device_auth_request',
    { body: { client_id: CLIENT_ID, name: deviceName() } },
    io.signal,
  )
  if (!asked?.device_code || !asked.user_code) throw new CliError(EXIT.other, 'this host has no device login')
  const page = asked.verification_uri_complete ?? asked.verification_uri
  await write(io.stderr, `Open ${page}\nand enter the code ${asked.user_code}\n`)
  // a server must not make the client open anything but a web page
  if (wantsBrowser && /^https?:\/\//.test(page)) io.openBrowser(page)
  return poll(api, asked, io)
}

async function poll(api: Api, asked: Asked, io: Io): Promise<string> {
  let interval = asked.interval ?? DEFAULT_INTERVAL_S
  let left = asked.expires_in ?? DEFAULT_EXPIRY_S
  while (left > 0) {
    await io.sleep(interval * 1000, io.signal)
    left -= interval
    const answer = await askForToken(api, asked.device_code, io.signal)
    if (answer.access_token) return answer.access_token
    // as in the standard: slow down when told to, and back off while the host is unreachable
    if (answer.error === 'slow_down') interval += SLOW_DOWN_S
    else if (answer.error === undefined) interval = Math.min(MAX_INTERVAL_S, interval * 2)
    else if (answer.error !== 'authorization_pending') throw denied(answer)
  }
  throw new CliError(EXIT.refused, 'the code expired: log in again')
}

interface Answer {
  access_token?: string
  /** undefined when the host could not be reached */
  error?: string
  error_description?: string
}

async function askForToken(api: Api, device_code: string, signal: AbortSignal): Promise<Answer> {
  const fields = { grant_type: GRANT_TYPE, device_code, client_id: CLIENT_ID }
  try {
    const reply = await api.send(api.url + pathOf('device_access_token', {}), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
      signal,
    })
    if (reply.status === 400) return JSON.parse(await textOf(reply)) as Answer
    return (await jsonOf(await checked(reply))) as Answer
  } catch (error) {
    const isTemporary = error instanceof Unreachable || (error instanceof Refused && isBusy(error.status))
    if (isTemporary && !signal.aborted) return {}
    throw error
  }
}

const isBusy = (status: number) => status === 429 || status >= 500

function denied({ error, error_description }: Answer): CliError {
  const words: Record<string, string> = {
    access_denied: 'the login was refused, or its code expired',
    expired_token: 'the code expired: log in again',
  }
  return new CliError(EXIT.refused, words[error ?? ''] ?? `the login failed: ${error_description ?? error}`)
}
