// Nothing fails in silence: each loop is broken in turn, and becomes an issue, an alert and a metric, which end when it works again.
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { loopTexts, type LoopName } from '#contract/loop-texts.ts'
import type { Host } from '../frame/context.ts'
import type { FleetFigures } from '../frame/ports/figures.ts'
import { makeMemoryBundles } from '../frame/support-bundle-store.ts'
import { makeSimulatedFabric } from '#drivers/simulated/fabric.ts'
import { makeSimulatedHosts } from '#drivers/simulated/hosts.ts'
import { makeSimulatedRack } from '#drivers/simulated/rack.ts'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import { testingClock } from '#drivers/testing-clock.ts'
import type { Database } from '../db/database.ts'
import { createReceiver, localSender, raise } from '../testing/alerts.ts'
import { breath, makeCompute, until, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeTestingHosts } from '../testing/hosts.ts'
import { seededRandom } from '../testing/ports.ts'
import { sha256 } from '../testing/world.ts'

interface Issue {
  kind: string
  severity: string
  target_name: string
  since: string | null
  reason: string
}

/** Virtual milliseconds per turn: no faster than databases answer. */
const STEP_MS = 2_000

interface Started {
  world: Compute
  db: Database
  /** Calls to reject. */
  broken: Set<string>
}

/** Breaks a loop. Returns how to repair it. */
type Break = (started: Started) => Promise<() => Promise<void> | void>

const breaking =
  (call: string, prepare: (world: Compute) => Promise<unknown> = async () => undefined): Break =>
  async ({ world, broken }) => {
    await prepare(world)
    broken.add(call)
    return () => void broken.delete(call)
  }

const breakingTable =
  (table: string): Break =>
  async ({ db }) => {
    const rename = (from: string, to: string) =>
      db.transaction((tx) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx))
    await rename(table, `${table}_gone`)
    return () => rename(`${table}_gone`, table).then(() => undefined)
  }

const deletedDisk = async (world: Compute) => {
  const disk_source = { type: 'blank', block_size: 512 }
  const disk = { name: 'd1', description: '', size: 2 ** 30, disk_source }
  await world.ok('POST', '/v1/disks?project=web', disk)
  await world.ok('DELETE', '/v1/disks/d1?project=web')
}

const breaks: Record<LoopName, Break> = {
  instance: breaking('machines.list'),
  'console-run': breaking('machines.console', async (world) => {
    const { id } = await world.make('db1', { start: true })
    await world.reach(id, 'running')
  }),
  metrics: breaking('machines.statistics'),
  usage: breakingTable('usage_sample'),
  prune: breakingTable('usage_sample'),
  protection: breakingTable('protection_run'),
  backup: breakingTable('backup_repository'),
  'installation-backup': breakingTable('installation_backup_schedule'),
  storage: async (started) => {
    started.broken.add('volumes.remove')
    await deletedDisk(started.world)
    return () => void started.broken.delete('volumes.remove')
  },
  deleted: breakingTable('deleted'),
  devices: breakingTable('instance_cd'),
  drain: breakingTable('sled_drain'),
  'image-upload': breakingTable('image_upload'),
  'instance-clone': breakingTable('instance_clone'),
  'instance-rollback': breakingTable('instance_rollback'),
  failover: breakingTable('failover'),
  hardware: breaking('hardware.inventory'),
  host: breaking('hosts.use', async (world) => {
    const { id, fingerprint } = await world.ok('POST', '/rackwright/hosts', { address: '192.0.2.2' })
    await world.ok('POST', `/rackwright/hosts/${String(id)}/trust`, { fingerprint })
  }),
  fabric: breaking('fabric.configure'),
  network: breaking('network.list'),
  'support-bundle': async ({ world, broken }) => {
    const bundles = '/experimental/v1/system/support-bundles'
    const { id } = await world.ok('POST', bundles)
    const isActive = async () => (await world.ok('GET', `${bundles}/${String(id)}`)).state === 'active'
    await until(world, 'a bundle', isActive)
    broken.add('bundles.remove')
    await world.ok('DELETE', `${bundles}/${String(id)}`)
    return () => void broken.delete('bundles.remove')
  },
  'alert-condition': breaking('host.lastBackup'),
  'alert-delivery': async ({ world, broken }) => {
    broken.add('alertSender.post')
    await createReceiver(world, 'ops', 'http://127.0.0.1:9/', { subscriptions: ['space.low'] })
    await raise(world, 1)
    return () => void broken.delete('alertSender.post')
  },
  'address-confirmation': async ({ world }) => {
    const body = { address: 'ada@example.com', classes: ['instance.failed'], project: 'web' }
    // no SMTP server is set up
    const { id } = await world.ok('POST', '/rackwright/alert-subscriptions', body)
    return async () => {
      const admin = await world.login('recovery', 'admin')
      await world.ok('DELETE', `/rackwright/alert-subscriptions/${String(id)}`, undefined, admin)
    }
  },
  audit: async ({ world, db }) => {
    const checkpoints = () => db.read.selectFrom('audit_checkpoint').selectAll().execute()
    const kept = await until(world, 'a checkpoint', async () => (await checkpoints()).length > 0 && checkpoints())
    await db.transaction((tx) => tx.deleteFrom('audit_checkpoint').execute())
    return () => db.transaction((tx) => tx.insertInto('audit_checkpoint').values(kept).execute()).then(() => undefined)
  },
  'audit-forward': breaking('host.sendSyslog', async (world) => {
    const syslog = { host: 'logs.example.com', port: 6514, ca: null }
    await world.ok('PUT', '/rackwright/audit/settings', { retention_days: null, syslog })
  }),
  architecture: breaking('volumes.read', async ({ host, ok }) => {
    const disk_source = { type: 'blank', block_size: 512 }
    await ok('POST', '/v1/disks?project=web', { name: 'old', description: '', size: 2 ** 30, disk_source })
    await host.db.transaction((tx) => tx.updateTable('volume').set({ architecture_task: 'read' }).execute())
  }),
  secrets: async ({ world, db }) => {
    const smtp = {
      host: 'mail.example.com',
      port: 587,
      security: 'starttls',
      username: 'rack',
      from_address: 'rack@example.com',
    }
    await world.ok('PUT', '/rackwright/smtp-settings', { ...smtp, password: 'secret' })
    const { password } = await db.read.selectFrom('smtp_settings').select('password').executeTakeFirstOrThrow()
    const set = (to: string | null) =>
      db.transaction((tx) => tx.updateTable('smtp_settings').set({ password: to }).execute()).then(() => undefined)
    await set(await world.host.sealer.seal('secret', 'something else'))
    return () => set(password)
  },
}

eachDatabase((_name, open) => {
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })

  /** A world whose parts reject the calls in `broken`: 'volumes.remove'. */
  async function start(db: Database) {
    const broken = new Set<string>()
    const breakable = <T extends object>(part: string, whole: T): T =>
      new Proxy(whole, {
        get(target, verb) {
          const own: unknown = Reflect.get(target, verb)
          if (typeof own !== 'function') return own
          return (...args: unknown[]) =>
            broken.has(`${part}.${String(verb)}`)
              ? Promise.reject(new Error(`${part} broke`))
              : (own as (...args: unknown[]) => unknown).apply(target, args)
        },
      })
    const clock = testingClock()
    const volumes = breakable('volumes', makeMemoryBlocks(sha256))
    const parts = { clock, random: seededRandom(), sleds: 1, disksPerSled: 2, threads: 64, ram: 256 * 2 ** 30 }
    const rack = makeSimulatedRack({ ...parts, volumes, hosts: makeSimulatedHosts() })
    let figures: FleetFigures | undefined
    const added = makeTestingHosts()
    added.plug('192.0.2.2')
    const world = await makeCompute(db, {
      ...rack,
      clock,
      machines: breakable('machines', rack.machines),
      hardware: breakable('hardware', rack.hardware),
      hosts: breakable('hosts', added.hosts),
      network: breakable('network', rack.network),
      fabric: breakable('fabric', makeSimulatedFabric({ clock })),
      bundles: breakable('bundles', makeMemoryBundles()),
      alertSender: breakable('alertSender', localSender),
      ...breakable('host', {
        sendSyslog: async () => undefined,
        lastBackup: async () => undefined,
      } satisfies Partial<Host>),
      async serverMetrics(given) {
        figures = given
        return { contentType: 'text/plain', text: '' }
      },
    })
    stops.push(world.stop)
    /** Sessions end while virtual time passes. */
    const read = async (path: string) => (await (await world.login('recovery', 'admin')).raw('GET', path)).body
    const issueOf = async (loop: LoopName) =>
      ((await read('/rackwright/issues')).items as Issue[]).find(
        ({ kind, target_name, since }) => kind === 'work_failing' && target_name === loop && since !== null,
      )
    const alertOf = async (loop: LoopName) =>
      (await db.read.selectFrom('alert').selectAll().where('alert_class', '=', 'work.failing').execute()).find(
        ({ payload }) => payload.target_name === loop,
      )
    const failing = async (loop: LoopName) => {
      await (await world.login('recovery', 'admin')).raw('GET', '/metrics')
      return figures?.failing.find((each) => each.loop === loop)?.count
    }
    return { world, db, broken, issueOf, alertOf, failing }
  }

  describe('a loop that keeps failing', () => {
    test('has a text, whichever it is', async () => {
      const { world } = await start(await open())
      expect(
        world.plane
          .loops()
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(Object.keys(loopTexts).toSorted())
    })

    test.each(Object.keys(breaks) as LoopName[])(
      'is an issue, an alert and a metric until it works: %s',
      async (loop) => {
        const started = await start(await open())
        const { world, issueOf, alertOf, failing } = started
        await until(
          world,
          'the first passes',
          async () => world.plane.loops().every(({ lastPass }) => lastPass),
          STEP_MS,
        )
        expect(await issueOf(loop)).toBeUndefined()
        expect(await failing(loop)).toBe(0)

        const repair = await breaks[loop](started)
        // the longest interval: for a first failure, a second one, and a third
        for (let count = 0; count < 3; count++) {
          world.clock.skip(3_600_000)
          await world.clock.advance(STEP_MS)
          await breath()
        }
        const issue = await until(world, 'an issue', () => issueOf(loop), STEP_MS)
        expect(issue.reason).not.toBe('')
        expect(Date.parse(issue.since!)).toBeLessThanOrEqual(world.clock.now().getTime() - 60_000)
        await until(world, 'an alert', () => alertOf(loop), STEP_MS)

        await repair()
        world.clock.skip(3_600_000)
        await until(world, 'the end', async () => (await issueOf(loop)) === undefined, STEP_MS)
        expect(await failing(loop)).toBe(0)
      },
      // hours of virtual time, of which every second is work
      180_000,
    )
  })
})
