// The composition root in Node. Parts are closed in reverse order of creation.
import { existsSync } from 'node:fs'
import { type ControlPlane, makeControlPlane } from '#control/plane/control-plane.ts'
import type { Database } from '#control/db/database.ts'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { migrate } from '#control/db/migrate.ts'
import type { Log } from '#control/frame/ports/host.ts'
import type { Passwords, Sealer } from '#control/frame/ports/secrets.ts'
import type { FirstLogin } from '#control/system/first-login.ts'
import { divideSnat } from '#control/network/snat.ts'
import { firstRun } from '#control/system/first-run.ts'
import { tellHosts } from '#control/system/host/tell-hosts.ts'
import { registerHardware } from '#control/system/inventory.ts'
import type { BlockStore } from '#drivers/blocks.ts'
import { makeAlertSender } from './alerts/sender.ts'
import { openBackupEngine } from './backup-engine.ts'
import { makeInstallationBackups } from './backup/installation-backups.ts'
import { lastBackupIn } from './backup/last-backup.ts'
import { isInterrupted } from './backup/take-over.ts'
import type { Backend } from './http/backend.ts'
import { clock } from './clock.ts'
import { claimDatabase, type Claimed, isUnclaimed, refuseStrayDatabase } from './data-owner.ts'
import { type DataDir, openDataDir } from './storage/data-dir.ts'
import { startFirstLogin } from './first-login.ts'
import { type Host, makeHost, type Pages } from './http/http.ts'
import { hostSetupFacts } from './hosts/host-setup.ts'
import { makeLocal } from './http/local.ts'
import { type FindLogin, makeFindLogin } from './http/login-redirect.ts'
import { checkNetwork, checkVolumes, noteOptions } from './last-options.ts'
import type { ServerLog } from './log.ts'
import { BadOption, type Options } from './options.ts'
import { watchOutages } from './outage.ts'
import { makePasswords } from './passwords.ts'
import { makeImageTools } from './images/image-tools.ts'
import { findStarterImage } from './images/starter-image.ts'
import { makeFindUpstreamLogin, makeProxy } from './http/proxy.ts'
import { makeMachineLease } from './machine-lease.ts'
import { openRack } from './rack.ts'
import { claimRack } from './rack-kind.ts'
import { expiryOf } from './http/tls.ts'
import { random } from './random.ts'
import { openSealer } from './secret-key.ts'
import { makeOidc } from './oidc/oidc.ts'
import { makeOutgoing } from './outgoing/reach.ts'
import { makePasskeys } from './passkeys.ts'
import { makeSaml } from './saml/saml.ts'
import { makeServerMetrics, type ServerMetrics } from './metrics.ts'
import { version } from '../package.json'
import { diagnosticsOf } from './diagnostics.ts'
import { makeSendSyslog } from './syslog.ts'
import { openFileBundles } from './storage/support-bundle-files.ts'
import { spaceIn } from '#drivers/files/free-space.ts'
import { ID_NAME } from './storage/installation-id.ts'
import { CHECKPOINT_NAME, keepCheckpointIn } from './storage/kept-checkpoint.ts'
import { keepReserve, withReserve } from './storage/reserve.ts'
import { openVolumes, spaceOf } from './storage/volumes.ts'

const FULL =
  'the file system of the data directory is full: the reserve was released so that people can sign in; free space now'
const NOTICE_INTERVAL_MS = 1000
const decodeBase64 = (text: string) => Buffer.from(text, 'base64')

export interface Running {
  host: Host
  /** See first-login.ts. Call it once the server can be reached. */
  showFirstLogin(show: (login: FirstLogin) => void): Promise<void>
  stop(): Promise<void>
}

export async function construct(options: Options, pages: Pages, log: ServerLog): Promise<Running> {
  const metrics = makeServerMetrics(version)
  const { backend, findLogin, ...running } = options.apiHost
    ? proxied(options.apiHost, log)
    : await controlled(options, log, metrics)
  const { behindProxy } = options
  return { host: makeHost({ backend, pages, log, random, behindProxy, findLogin, metrics }), ...running }
}

interface Behind extends Omit<Running, 'host'> {
  backend: Backend
  findLogin?: FindLogin
}

const nothing = async () => undefined

function proxied(target: URL, log: ServerLog): Behind {
  const [backend, findLogin] = [makeProxy(target, log), makeFindUpstreamLogin(target)]
  return { backend, findLogin, showFirstLogin: nothing, stop: nothing }
}

async function controlled(options: Options, serverLog: ServerLog, metrics: ServerMetrics): Promise<Behind> {
  const undo: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const step of undo.reverse()) await step()
  }
  try {
    const isShared = options.databaseUrl !== undefined
    const data = openDataDir(options.data, { isShared })
    undo.push(data.release)
    if (isInterrupted(data.path()))
      throw new BadOption('the take-over of these data was interrupted: run restore with --take-over again')
    checkNetwork({ file: data.path('last-options'), options })
    checkVolumes({ file: data.path('last-options'), options })
    const opened = await openDatabase(options, data, serverLog)
    const { installation } = opened
    const { db, log } = watchOutages(opened.db, serverLog, clock)
    undo.push(db.close)
    if (data.reserve) undo.push(keepReserve(data.reserve))
    const sealer = await openSealer(options, { db, random, clock })
    const { volumes, folder: disks } = await openVolumes(options, { data, installation, isShared })
    undo.push(volumes.close)
    const passwords = makePasswords()
    const demo = options.demo && (await fillWithDemo(options, { db, passwords, volumes, sealer }, log))
    // the control plane is made after the rack, which it drives
    let loops: ControlPlane['loops'] | undefined
    const lease = makeMachineLease({ db, clock, random, log }, () => loops?.() ?? [])
    const rack = await openRack(options, {
      installation,
      db,
      volumes,
      decodeBase64,
      folder: data.path('machines'),
      folders: { ssh: data.path('ssh'), volumes: disks, data: data.path() },
      lease: isShared ? lease : undefined,
      log,
    })
    undo.push(rack.machines.close, rack.network.close)
    // once the rack answers, so that a start that fails claims nothing
    const { machines, forgetMachines: forget } = options
    await claimRack({ db, file: data.path('rack'), kind: rack.rackKind, machines, forget })
    noteOptions({ file: data.path('last-options'), options, log, uuid: random.uuid })

    const parts = { db, clock, random, passwords, ...rack }
    const { adminPassword: password } = options
    if (!demo) await firstRun({ ...parts, password })
    await tellHosts(parts)
    await registerHardware(parts)
    await divideSnat({ ...parts, log })
    const outgoing = makeOutgoing(options)
    const control: ControlPlane = makeControlPlane({
      ...parts,
      version,
      bundles: await openFileBundles(data.path('bundles')),
      async serverMetrics(figures) {
        const [space, lastBackup] = [await spaceIn(options.data), await lastBackupIn(options.data)]
        const [loops, connections] = [control.loops(), db.connections?.()]
        return metrics.print({ ...figures, loops, connections, space, lastBackup })
      },
      onFailedLogin: metrics.countFailedLogin,
      diagnostics: diagnosticsOf(options, serverLog),
      space: spaceOf(volumes, options.data),
      starterImage: rack.can.runs_images ? () => findStarterImage(data.path('starter.raw')) : undefined,
      hostSetup: rack.hosts && hostSetupFacts(options, disks),
      certificateExpiry: () => options.tls && expiryOf(options.tls),
      suffix: options.dnsSuffix,
      sealer,
      sendSyslog: makeSendSyslog(outgoing),
      checkpointKeeper: keepCheckpointIn(data.path(CHECKPOINT_NAME), random),
      decodeBase64,
      log,
      alertSender: makeAlertSender({ outgoing }),
      imageTools: makeImageTools(outgoing),
      backupEngine: openBackupEngine(options, outgoing),
      lastBackup: () => lastBackupIn(options.data),
      installationBackups: makeInstallationBackups({ db, clock, random, log, data: options.data, version }),
      oidc: makeOidc({ outgoing, log }),
      passkeys: makePasskeys(log),
      saml: makeSaml({ outgoing, log }),
      allowUnsolicitedSaml: options.allowUnsolicitedSaml,
    })
    loops = control.loops
    await control.start()
    undo.push(control.stop)
    if (!isShared) undo.push(noticingOthers(db))
    return {
      backend: makeLocal(control, serverLog),
      findLogin: makeFindLogin(control),
      async showFirstLogin(show) {
        if (demo) show(demo)
        else undo.push(await startFirstLogin({ ...parts, log, password }, show))
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function fillWithDemo(
  { adminPassword: password }: Options,
  parts: { db: Database; passwords: Passwords; volumes: BlockStore; sealer: Sealer },
  log: Log,
): Promise<FirstLogin | undefined> {
  const { openDemo } = await import('./demo.ts')
  const login = await openDemo({ ...parts, clock, random, password })
  if (!login) log.warn('--demo was ignored: this data directory is not new')
  return login
}

/** Opens and migrates the database, and checks that it belongs to this data directory (see data-owner.ts). */
async function openDatabase(
  options: Options,
  data: DataDir,
  log: ServerLog,
): Promise<{ db: Database; installation: Claimed }> {
  const claim = async (db: Database) => {
    const claimed = await claimDatabase({ db, idFile: data.path(ID_NAME), random, now: clock.now() })
    if (claimed.copiedFrom !== undefined)
      log.warn('this data directory is a copy, so it is an installation of its own now', { of: claimed.copiedFrom })
    return claimed
  }
  if (!options.databaseUrl) {
    const path = data.path('rackwright.db')
    await refuseStrayDatabase(data.path(), async () => !existsSync(path), true)
    const file = await openLibsql({ file: path })
    const db = data.reserve ? withReserve(file, data.reserve, () => log.error(FULL)) : file
    await migrateDatabase(db, log)
    // the directory is locked: whoever holds a lease has died
    await db.transaction((tx) => tx.deleteFrom('lease').execute())
    return { db, installation: await claim(db) }
  }
  const { openPostgres, TIMEOUTS } = await import('#control/db/engines/postgres.ts')
  const server = { url: options.databaseUrl, clock, random }
  // migrations lock each other out and can take long, so statements get an hour; an unresponsive server still fails the start
  const unlimited = await openPostgres({ ...server, timeouts: { ...TIMEOUTS, statementMs: 3_600_000 } })
  try {
    await migrateDatabase(unlimited, log)
    await refuseStrayDatabase(data.path(), () => isUnclaimed(unlimited), false)
    const installation = await claim(unlimited)
    return { db: await openPostgres({ ...server, timeouts: TIMEOUTS }), installation }
  } finally {
    await unlimited.close()
  }
}

/** Maintenance commands write to the database of a running server. */
function noticingOthers(db: Database): () => void {
  const timer = setInterval(() => db.noticeOthers?.(), NOTICE_INTERVAL_MS)
  return () => clearInterval(timer)
}

async function migrateDatabase(db: Database, log: ServerLog): Promise<void> {
  const steps = await migrate(db, clock.now())
  if (steps.length > 0) log.info('the database was brought up to date', { steps })
}
