// The chain of the audit log, on every database: any change of the sealed part is found, and a cut end with a kept checkpoint.
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { AuditLine, Checkpoint } from '#contract/audit-chain.ts'
import { makeVerifier } from '#contract/audit-verifier.ts'
import { tables } from '../db/schema.ts'
import { makeSealer } from '../frame/sealer.ts'
import { eachDatabase } from '../testing/databases.ts'
import { random } from '../testing/host.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { auditLines } from './lines.ts'
import { removeOldEntries } from './retention.ts'
import { lastCheckpoint } from './entries.ts'
import { BATCH_SIZE, sealEntries } from './seal.ts'
import { signerOf } from './signer.ts'

type FromArbitrary<A> = A extends fc.Arbitrary<infer T> ? T : never

const DAY_MS = 24 * 3_600_000
const project = (world: World, name: string) => world.admin.raw('POST', '/v1/projects', { name, description: '' })

async function verify({ host }: World, kept: Checkpoint[] = []) {
  const verifier = makeVerifier((await signerOf(host.sealer)).publicKey, { kept })
  for await (const line of auditLines(host.db.read)) await verifier.read(line)
  return verifier.finish()
}

const problemsOf = async (world: World, kept: Checkpoint[] = []) => (await verify(world, kept)).problems

async function linesOf({ host }: World): Promise<AuditLine[]> {
  const lines: AuditLine[] = []
  for await (const line of auditLines(host.db.read)) lines.push(line)
  return lines
}

/** Runs it as an attacker with access to the database, compares and undoes it. */
async function tamper(
  world: World,
  attack: (tx: Parameters<Parameters<World['host']['db']['transaction']>[0]>[0]) => Promise<unknown>,
) {
  const { db } = world.host
  const read = async () => ({
    events: await db.read.selectFrom('event').selectAll().orderBy('seq').execute(),
    checkpoints: await db.read.selectFrom('audit_checkpoint').selectAll().orderBy('number').execute(),
  })
  const before = await read()
  await db.transaction(attack)
  const problems = await problemsOf(world)
  await db.transaction(async (tx) => {
    await tx.deleteFrom('event').execute()
    await tx.insertInto('event').values(before.events).execute()
    await tx.deleteFrom('audit_checkpoint').execute()
    await tx.insertInto('audit_checkpoint').values(before.checkpoints).execute()
  })
  expect(await read()).toEqual(before)
  return problems
}

eachDatabase((_name, open) => {
  describe('the sealed audit log', () => {
    test('is sealed in order, with a checkpoint each time', async () => {
      const world = await makeWorld(await open())
      await project(world, 'one')
      const first = await sealEntries(world.host)
      expect(await sealEntries(world.host)).toBeUndefined()
      await project(world, 'two')
      expect(await verify(world)).toMatchObject({ problems: [], unsealed: 1, checkpoints: 1, last_checkpoint: first })
      const second = await sealEntries(world.host)
      expect(second).toMatchObject({ kind: 'sealed', previous: first!.number })
      const found = await verify(world, [first!, second!])
      expect(found).toMatchObject({ problems: [], unsealed: 0, sealed_later: 0, removed: null, checkpoints: 2 })
      expect(found.sealed).toBe((await linesOf(world)).filter(({ type }) => type === 'entry').length)
      expect(world.errors).toEqual([])
    })

    test('a refusal that is still being counted waits until its minute has ended', async () => {
      const world = await makeWorld(await open())
      await sealEntries(world.host)
      await world.anonymous.raw('DELETE', '/v1/projects/web')
      await project(world, 'after')
      expect(await sealEntries(world.host)).toBeUndefined()
      await world.anonymous.raw('DELETE', '/v1/projects/web')
      await world.clock.advance(64_000)
      expect(await sealEntries(world.host)).toBeUndefined()
      await world.clock.advance(2000)
      expect(await sealEntries(world.host)).toMatchObject({ kind: 'sealed' })
      expect(await verify(world)).toMatchObject({ problems: [], unsealed: 0 })
      const refused = (await linesOf(world)).flatMap((line) =>
        line.type === 'entry' && line.entry.status === 401 ? [line.entry.repeats] : [],
      )
      expect(refused).toEqual([2])
    })

    test('a refusal that comes too late for its row gets another one', async () => {
      const world = await makeWorld(await open())
      await world.anonymous.raw('DELETE', '/v1/projects/web')
      // another replica, whose clock is ahead
      const ahead = {
        ...world.host,
        clock: { ...world.clock, now: () => new Date(world.clock.now().getTime() + 120_000) },
      }
      await sealEntries(ahead)
      await world.anonymous.raw('DELETE', '/v1/projects/web')
      await world.anonymous.raw('DELETE', '/v1/projects/web')
      const refused = (await linesOf(world)).flatMap((line) =>
        line.type === 'entry' && line.entry.status === 401 ? [line.entry.repeats ?? 1] : [],
      )
      expect(refused).toEqual([1, 2])
      expect(await problemsOf(world)).toEqual([])
    })

    test('a clock that was ahead does not hold up the log, now or when that time comes', async () => {
      const world = await makeWorld(await open())
      await sealEntries(world.host)
      const refuse = () => world.anonymous.raw('DELETE', '/v1/projects/web')
      const lastSeq = async () =>
        Number((await linesOf(world)).flatMap((line) => (line.type === 'entry' ? [line.entry.seq!] : [])).at(-1))
      const redate = (seq: number, milliseconds: number) =>
        world.host.db.transaction((tx) =>
          tx
            .updateTable('event')
            .set({ time: new Date(world.clock.now().getTime() + milliseconds).toISOString() })
            .where('seq', '=', seq)
            .execute(),
        )
      await refuse()
      await redate(await lastSeq(), 365 * DAY_MS)
      await project(world, 'after')
      expect(await sealEntries(world.host)).toMatchObject({ number: await lastSeq() })

      // a later entry tells that the minute is over, whatever the clock said before
      await refuse()
      const seq = await lastSeq()
      await world.clock.advance(3 * 60_000)
      await redate(seq, 0)
      await refuse()
      expect(await sealEntries(world.host)).toBeUndefined()
      await redate(await lastSeq(), -3 * 60_000)
      expect(await sealEntries(world.host)).toMatchObject({ number: await lastSeq() })
      expect(await verify(world)).toMatchObject({ problems: [], unsealed: 0 })
    })

    test('entries from before the migration are sealed too, and counted', async () => {
      const world = await makeWorld(await open())
      await project(world, 'old')
      await world.host.db.transaction((tx) => tx.updateTable('event').set({ time_completed: null }).execute())
      await sealEntries(world.host)
      await project(world, 'new')
      await sealEntries(world.host)
      const found = await verify(world)
      expect(found).toMatchObject({ problems: [], sealed_later: found.sealed - 1 })
    })

    test('any change, removal or insertion is found', { timeout: 120_000 }, async () => {
      const world = await makeWorld(await open())
      for (const name of ['a', 'b', 'c']) {
        await project(world, name)
        await project(world, name)
        await sealEntries(world.host)
      }
      await project(world, 'not-sealed-yet')
      const { db } = world.host
      const sealed = (await lastCheckpoint(db.read))!.number
      const events = await db.read.selectFrom('event').selectAll().where('operation', 'is not', null).execute()
      const rows = events.filter(({ seq }) => seq <= sealed)
      const checkpoints = await db.read.selectFrom('audit_checkpoint').selectAll().execute()
      const at = fc.nat(rows.length - 1)
      const text = fc.oneof(
        fc.constant(null),
        fc.string({ maxLength: 20 }).filter((each) => !each.includes('\0')),
      )

      const columns = Object.keys(tables.event.columns).filter((name) => name !== 'seq')
      const change = fc.record({
        kind: fc.constant('change' as const),
        at,
        column: fc.constantFrom(...columns),
        text,
      })
      const remove = fc.record({ kind: fc.constant('remove' as const), at })
      const insert = fc.record({ kind: fc.constant('insert' as const), at, isSealed: fc.boolean() })
      const checkpoint = fc.record({
        kind: fc.constant('checkpoint' as const),
        at: fc.nat(checkpoints.length - 1),
        column: fc.constantFrom(null, ...Object.keys(tables.audit_checkpoint.columns)),
      })

      type Attack = FromArbitrary<typeof change | typeof remove | typeof insert | typeof checkpoint>
      const isFound = async (attack: Attack) => {
        const row = rows[attack.at]!
        const problems = await tamper(world, async (tx) => {
          const target = tx.updateTable('event').where('seq', '=', row.seq)
          if (attack.kind === 'change') {
            const { kind, isNullable } = (
              tables.event.columns as Record<string, { kind: string; isNullable: boolean }>
            )[attack.column]!
            const old = row[attack.column as 'noun'] as string | number | null
            const other =
              kind === 'integer' ? Number(old ?? 0) + 1 : `${attack.text ?? ''}${old === attack.text ? '!' : ''}`
            const value = attack.text === null && isNullable && old !== null ? null : other
            expect(value).not.toBe(old)
            await target.set({ [attack.column]: value }).execute()
          } else if (attack.kind === 'remove') await tx.deleteFrom('event').where('seq', '=', row.seq).execute()
          else if (attack.kind === 'insert') {
            // make room: later rows get other numbers
            await sql`update event set seq = seq + 100000 where seq >= ${row.seq}`.execute(tx)
            await tx
              .insertInto('event')
              .values({ ...row, chain: attack.isSealed ? row.chain : null })
              .execute()
          } else {
            const { number } = checkpoints[attack.at]!
            const one = tx.updateTable('audit_checkpoint').where('number', '=', number)
            if (attack.column === null) await tx.deleteFrom('audit_checkpoint').where('number', '=', number).execute()
            else if (attack.column === 'kind') await one.set({ kind: 'removed' }).execute()
            else if (attack.column === 'number') await one.set({ number: number + 1 }).execute()
            else if (attack.column === 'previous') await one.set({ previous: number - 1 }).execute()
            else await one.set({ [attack.column]: 'x' }).execute()
          }
        })
        expect(problems, JSON.stringify(attack)).not.toEqual([])
      }
      // chance would miss a column now and then
      for (const [n, column] of columns.entries())
        for (const value of [null, 'x']) await isFound({ kind: 'change', at: n % rows.length, column, text: value })
      await fc.assert(fc.asyncProperty(fc.oneof(change, remove, insert, checkpoint), isFound), { numRuns: 60 })
      expect(await problemsOf(world)).toEqual([])
    })

    test('a log that is recomputed from the changed entry on is found', async () => {
      const world = await makeWorld(await open())
      await project(world, 'a')
      await project(world, 'b')
      await sealEntries(world.host)
      const other = makeSealer({
        key: new Uint8Array(32).fill(9),
        random,
        decodeBase64: (text) => Buffer.from(text, 'base64'),
      })
      const errors: string[] = []
      const log = { info: () => undefined, warn: () => undefined, error: (text: string) => void errors.push(text) }
      const { db } = world.host
      await db.transaction(async (tx) => {
        await tx.updateTable('event').set({ target_name: 'nothing-to-see' }).where('target_name', '=', 'a').execute()
        await tx.updateTable('event').set({ chain: null }).execute()
        await tx.deleteFrom('audit_checkpoint').execute()
      })
      await sealEntries({ ...world.host, sealer: other })
      expect((await problemsOf(world))[0]!.message).toContain('was signed with another secret key')
      await project(world, 'c')
      expect(await sealEntries({ ...world.host, log })).toBeUndefined()
      expect(errors).toEqual([
        'the audit log is no longer sealed: its last checkpoint was not signed with our secret key',
      ])
    })

    test('without its last checkpoint, sealed entries are not sealed again', async () => {
      const world = await makeWorld(await open())
      await sealEntries(world.host)
      await world.host.db.transaction((tx) => tx.deleteFrom('audit_checkpoint').execute())
      expect(await sealEntries(world.host)).toBeUndefined()
      expect(world.errors[0]).toContain('its checkpoint is missing')
      expect((await problemsOf(world))[0]!.message).toContain('no checkpoint covers the last')
    })

    test('a cut end is found with a kept checkpoint only, also after new entries', async () => {
      const world = await makeWorld(await open())
      await project(world, 'a')
      const first = (await sealEntries(world.host))!
      await project(world, 'b')
      const kept = (await sealEntries(world.host))!
      await world.host.db.transaction(async (tx) => {
        await tx.deleteFrom('event').where('seq', '>', first.number).execute()
        await tx.deleteFrom('audit_checkpoint').where('number', '>', first.number).execute()
      })
      expect(await problemsOf(world)).toEqual([])
      expect(await problemsOf(world, [first])).toEqual([])
      expect(await problemsOf(world, [kept])).toEqual([
        {
          number: kept.number,
          message: `the log ends at entry ${first.number}, before the kept checkpoint at ${kept.number}: its end was removed`,
        },
      ])
      for (const name of ['c', 'd']) await project(world, name)
      await sealEntries(world.host)
      expect(await problemsOf(world, [kept])).toHaveLength(1)
    })

    test('retention removes what is sealed and old, and leaves a checkpoint', async () => {
      const world = await makeWorld(await open())
      expect(
        (await world.admin.raw('PUT', '/rackwright/audit/settings', { retention_days: 6, syslog: null })).status,
      ).toBe(400)
      expect(
        (await world.admin.raw('PUT', '/rackwright/audit/settings', { retention_days: 30, syslog: null })).body,
      ).toEqual({ retention_days: 30, syslog: null, syslog_problem: null })
      const first = (await sealEntries(world.host))!
      await project(world, 'a')
      await project(world, 'b')
      const second = (await sealEntries(world.host))!
      await world.clock.advance(29 * DAY_MS)
      expect(await removeOldEntries(world.host)).toBe(false)
      const admin = await world.login('recovery', 'admin')
      await sealEntries(world.host)
      await world.clock.advance(2 * DAY_MS)
      expect(await removeOldEntries(world.host)).toBe(true)
      expect(await verify(world)).toMatchObject({ problems: [], removed: { number: first.number } })
      expect(await removeOldEntries(world.host)).toBe(true)
      expect(await removeOldEntries(world.host)).toBe(false)
      expect(await verify(world, [first, second])).toMatchObject({
        problems: [],
        sealed: 1,
        removed: { number: second.number, time: second.time },
        checkpoints: 2,
      })
      expect(admin.session).toBeTruthy()

      // whoever removes entries cannot make it look like retention
      const problems = await tamper(world, async (tx) => {
        const last = (await lastCheckpoint(tx))!
        await tx.deleteFrom('event').where('seq', '<=', last.number).execute()
        await tx.deleteFrom('audit_checkpoint').where('number', '<', last.number).execute()
        await tx.updateTable('audit_checkpoint').set({ kind: 'removed', previous: null }).execute()
      })
      expect(problems[0]!.message).toContain('signature')
    })

    test('a long log is sealed in batches', async () => {
      const world = await makeWorld(await open())
      const [row] = await world.host.db.read
        .selectFrom('event')
        .selectAll()
        .where('operation', 'is not', null)
        .execute()
      const { seq: _seq, ...copy } = row!
      await world.host.db.transaction(async (tx) => {
        for (let n = 0; n < 3; n++)
          await tx
            .insertInto('event')
            .values(Array.from({ length: 500 }, () => copy))
            .execute()
      })
      await sealEntries(world.host)
      expect((await verify(world)).sealed).toBe(BATCH_SIZE)
      await sealEntries(world.host)
      expect(await verify(world)).toMatchObject({ problems: [], unsealed: 0, checkpoints: 2 })
    })
  })
})
