// The composition root in Node. Parts are closed in reverse order of creation.
import { makeControlPlane } from '#control/plane/control-plane.ts'
import type { Database } from '#control/db/database.ts'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { migrate } from '#control/db/migrate.ts'
import { makeSimulatedStores } from '#control/simulated/stores.ts'
import type { Passwords } from '#control/frame/ports.ts'
import { type FirstLogin, firstRun } from '#control/system/first-run.ts'
import { registerHardware } from '#control/system/inventory.ts'
import type { BlockStore } from '#drivers/blocks.ts'
import { makeSimulatedRack } from '#drivers/simulated/rack.ts'
import type { Backend } from './http/backend.ts'
import { openFileBlocks } from './storage/blocks-files.ts'
import { clock } from './clock.ts'
import { claimDatabase } from './data-owner.ts'
import { type DataDir, openDataDir } from './storage/data-dir.ts'
import { type Host, makeHost, type Pages } from './http/http.ts'
import { makeLocal } from './http/local.ts'
import { type FindLogin, makeFindLogin } from './http/login-redirect.ts'
import type { ServerLog } from './log.ts'
import { hostSled } from './machine.ts'
import type { Options } from './options.ts'
import { makePasswords } from './passwords.ts'
import { makeProxy } from './http/proxy.ts'
import { random } from './random.ts'
import { makeSaml } from './saml/saml.ts'
import { makeServerMetrics, type ServerMetrics } from './metrics.ts'
import { version } from '../package.json'
import { diagnosticsOf } from './diagnostics.ts'
import { openFileBundles } from './storage/support-bundle-files.ts'
import { spaceIn } from './storage/free-space.ts'

const decodeBase64 = (text: string) => Buffer.from(text, 'base64')

export interface Running {
  host: Host
  /** Set only on the first start; the password cannot be read again. */
  login: FirstLogin | undefined
  stop(): Promise<void>
}

export async function construct(options: Options, pages: Pages, log: ServerLog): Promise<Running> {
  const metrics = makeServerMetrics()
  const { backend, findLogin, login, stop } = options.apiHost
    ? proxied(options.apiHost, log)
    : await controlled(options, log, metrics)
  const { behindProxy } = options
  return { host: makeHost({ backend, pages, log, random, behindProxy, findLogin, metrics }), login, stop }
}

interface Behind {
  backend: Backend
  findLogin?: FindLogin
  login: FirstLogin | undefined
  stop(): Promise<void>
}

function proxied(target: URL, log: ServerLog): Behind {
  return { backend: makeProxy(target, log), login: undefined, stop: async () => undefined }
}

async function controlled(options: Options, log: ServerLog, metrics: ServerMetrics): Promise<Behind> {
  const undo: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const step of undo.reverse()) await step()
  }
  try {
    const isShared = options.databaseUrl !== undefined
    const data = openDataDir(options.data, { isShared })
    undo.push(data.release)
    const db = await openDatabase(options, data, log)
    undo.push(db.close)
    const blocks = await openFileBlocks(data.path('disks'), { isShared })
    undo.push(blocks.close)
    const passwords = makePasswords()
    const demo = options.demo && (await fillWithDemo(options, { db, passwords, blocks }, log))
    const stores = makeSimulatedStores(db, decodeBase64)
    const rack = makeSimulatedRack({ clock, random, sleds: options.simulatedSleds, host: hostSled(), ...stores })
    undo.push(rack.machines.close, rack.network.close)

    const parts = { db, clock, random, passwords, ...rack }
    const login = demo || (await firstRun({ ...parts, password: options.adminPassword }))
    await registerHardware(parts)
    const control = makeControlPlane({
      ...parts,
      version,
      bundles: await openFileBundles(data.path('bundles')),
      serverMetrics: metrics.print,
      diagnostics: diagnosticsOf(options, log),
      space: () => spaceIn(options.data),
      suffix: options.dnsSuffix,
      blocks,
      decodeBase64,
      log,
      saml: makeSaml({ allowLocalAddresses: options.allowLocalMetadata, log }),
      allowUnsolicitedSaml: options.allowUnsolicitedSaml,
    })
    await control.start()
    undo.push(control.stop)
    return { backend: makeLocal(control, log), findLogin: makeFindLogin(control), login, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function fillWithDemo(
  { adminPassword: password }: Options,
  parts: { db: Database; passwords: Passwords; blocks: BlockStore },
  log: ServerLog,
): Promise<FirstLogin | undefined> {
  const { openDemo } = await import('./demo.ts')
  const login = await openDemo({ ...parts, clock, random, password })
  if (!login) log.warn('--demo was ignored: this data directory is not new')
  return login
}

/** Opens and migrates the database, and checks that it belongs to this data directory (see data-owner.ts). */
async function openDatabase(options: Options, data: DataDir, log: ServerLog): Promise<Database> {
  if (!options.databaseUrl) {
    const db = await openLibsql({ file: data.path('rackwright.db') })
    await migrateDatabase(db, log)
    return db
  }
  const { openPostgres, TIMEOUTS } = await import('#control/db/engines/postgres.ts')
  const server = { url: options.databaseUrl, clock, random }
  // migrations lock each other out and can take long, so statements get an hour; an unresponsive server still fails the start
  const unlimited = await openPostgres({ ...server, timeouts: { ...TIMEOUTS, statementMs: 3_600_000 } })
  try {
    await migrateDatabase(unlimited, log)
    await claimDatabase(unlimited, data.path('installation-id'), random, clock.now())
  } finally {
    await unlimited.close()
  }
  return openPostgres({ ...server, timeouts: TIMEOUTS })
}

async function migrateDatabase(db: Database, log: ServerLog): Promise<void> {
  const steps = await migrate(db, clock.now())
  if (steps.length > 0) log.info('the database was brought up to date', { steps })
}
