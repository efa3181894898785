// A control plane for tests with a silo, users in every role, and clients for them over fetch.
import { createHash } from 'node:crypto'
import { makeClient, type Call } from '#contract/client.ts'
import { testingClock, type TestingClock } from '#drivers/testing-clock.ts'
import { makeFakeBackups } from './installation-backups.ts'
import { makeMemoryBackups } from '#drivers/simulated/backup-engine.ts'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import { makeSimulatedHosts, type SimulatedHosts } from '#drivers/simulated/hosts.ts'
import { makeSimulatedRack } from '#drivers/simulated/rack.ts'
import type { Host } from '../frame/context.ts'
import { makeControlPlane, type ControlPlane } from '../plane/control-plane.ts'
import type { Database } from '../db/database.ts'
import { firstRun } from '../system/first-run.ts'
import { tellHosts } from '../system/host/tell-hosts.ts'
import { registerHardware } from '../system/inventory.ts'
import { makeMemoryBundles } from '../frame/support-bundle-store.ts'
import { SESSION_HEADER, type Caller } from '../frame/ports/caller.ts'
import { plainPasswords, seededRandom, strictLog, testingSealer } from './ports.ts'
import { oidcStub, passkeysStub, samlStub } from './sign-in-stubs.ts'

export const sha256 = () => {
  const hash = createHash('sha256')
  return { update: (bytes: Uint8Array) => void hash.update(bytes), digest: () => hash.digest('hex') }
}

export const PASSWORD = 'correct horse'

const STARTER = new TextEncoder().encode('starter')
async function* readStarter(start: number, end: number) {
  yield STARTER.subarray(start, end)
}

/** The cookies of a login under way. */
type LoginCookies = Pick<Caller, 'pendingLogin' | 'browser'>

export interface Person {
  /** Typed calls in camelCase, as the console makes them. */
  call: Call
  /** Raw requests, for exact statuses and bodies. */
  raw(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  session: string | undefined
  token: string | undefined
  login: LoginCookies
}

export interface Reply {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array

/** Most specs expect that a deletion frees everything at once. Those about restoring set a time (compute/deleted/deleted.spec.ts). */
async function keepNothing(db: Database): Promise<void> {
  const silo = db.read.selectFrom('silo').select('id').where('name', '=', 'recovery')
  if (!(await silo.where('deleted_retention_seconds', 'is', null).executeTakeFirst())) return
  await db.transaction((tx) =>
    tx.updateTable('silo').set({ deleted_retention_seconds: 0 }).where('name', '=', 'recovery').execute(),
  )
}

export interface World {
  plane: ControlPlane
  host: Host
  clock: TestingClock
  /** Makes simulated sleds unreachable. */
  hosts: SimulatedHosts
  admin: Person
  anonymous: Person
  login(silo: string, user: string, password?: string): Promise<Person>
  /** A person with this bearer token. */
  withToken(token: string): Person
  /** A person with this session, however it was opened. */
  withSession(session: string): Person
  /** A browser in which the password was entered, and the second factor is missing. */
  withPendingLogin(pendingLogin: string): Person
  /** A browser that has begun to sign in with an identity provider. */
  withBrowser(browser: string): Person
  /** Unexpected errors so far; specs assert that there are none. */
  errors: string[]
  stop(): Promise<void>
}

/** `session` reuses an administrator's session from another world on the same database. */
export async function makeWorld(db: Database, options: Partial<Host> = {}, session?: string): Promise<World> {
  const hosts = makeSimulatedHosts()
  const clock = (options.clock as TestingClock | undefined) ?? testingClock()
  const random = seededRandom()
  const errors: string[] = []
  const volumes = options.volumes ?? makeMemoryBlocks(sha256)
  const host: Host = {
    db,
    clock,
    random,
    passwords: plainPasswords,
    sealer: testingSealer,
    decodeBase64: (text) => Buffer.from(text, 'base64'),
    log: strictLog(errors),
    ...makeSimulatedRack({ clock, random, sleds: 1, disksPerSled: 2, threads: 64, ram: 256 * 2 ** 30, volumes, hosts }),
    serverMetrics: async () => ({ contentType: 'text/plain', text: 'up 1\n' }),
    oidc: oidcStub,
    passkeys: passkeysStub,
    saml: samlStub,
    imageTools: { decompress: {} },
    backupEngine: makeMemoryBackups(sha256),
    installationBackups: makeFakeBackups({ db, clock, random }),
    starterImage: async () => ({ size: STARTER.length, version: '1', read: readStarter }),
    bundles: makeMemoryBundles(),
    version: '1.2.3',
    checkAnswers: true,
    ...options,
  }
  await firstRun({ db, clock, random, passwords: plainPasswords, password: PASSWORD })
  await tellHosts(host)
  await keepNothing(db)
  await registerHardware(host)
  const plane = makeControlPlane(host)

  function person(session?: string, token?: string, login: LoginCookies = {}): Person {
    const caller = { address: '127.0.0.1', secure: false, session, ...login }
    const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const fetch = (input: string | URL | Request, init?: RequestInit) =>
      plane.fetch(input instanceof Request ? input : new Request(new URL(input, 'http://rack.test'), init), caller)
    return {
      session,
      token,
      login,
      call: makeClient({ fetch, host: 'http://rack.test', token }),
      async raw(method, path, body, headers = {}) {
        const response = await fetch(path, {
          method,
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...authorization,
            ...headers,
          },
          body: body === undefined || isRaw(body) ? body : JSON.stringify(body),
        })
        const text = await response.text()
        return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
      },
    }
  }

  async function login(silo: string, username: string, password = PASSWORD): Promise<Person> {
    const request = new Request(`http://rack.test/v1/login/${silo}/local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    const response = await plane.fetch(request, { address: '127.0.0.1', secure: false })
    if (response.status !== 204)
      throw new Error(`login of ${username} answered ${response.status}: ${await response.text()}`)
    return person(response.headers.get(SESSION_HEADER)!)
  }

  return {
    plane,
    host,
    clock,
    hosts,
    admin: session ? person(session) : await login('recovery', 'admin'),
    anonymous: person(),
    login,
    withToken: (token) => person(undefined, token),
    withSession: (session) => person(session),
    withPendingLogin: (pendingLogin) => person(undefined, undefined, { pendingLogin }),
    withBrowser: (browser) => person(undefined, undefined, { browser }),
    errors,
    async stop() {
      await plane.stop()
      await host.machines.close()
      await host.network.close()
    },
  }
}
