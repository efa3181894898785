// The checkpoint that is kept outside of the database: a log that does not continue it is not sealed, and everybody is told. On every
// database.
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditLine, Checkpoint } from '#contract/audit-chain.ts'
import { makeVerifier, type AuditVerification } from '#contract/audit-verifier.ts'
import { auditVerdict } from '#contract/audit-words.ts'
import type { Tx } from '../db/database.ts'
import { type CheckpointKeeper, UnreadableCheckpoint } from '../frame/ports/checkpoint.ts'
import { makeUser } from '../testing/authz-world.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { beginAgain } from './begin-again.ts'
import { exportLines } from './export.ts'
import { removeOldEntries } from './retention.ts'
import { sealEntries } from './seal.ts'

const DAY_MS = 24 * 3_600_000

function memoryKeeper(): CheckpointKeeper & { kept: Checkpoint | undefined } {
  return {
    kept: undefined,
    async read() {
      if (this.kept && this.kept.hash === '') throw new UnreadableCheckpoint('it holds no checkpoint')
      return this.kept
    },
    async keep(checkpoint) {
      this.kept = checkpoint
    },
    async replace(checkpoint) {
      this.kept = checkpoint
    },
  }
}

eachDatabase((_name, open) => {
  describe('a log that does not continue the kept checkpoint', () => {
    let world: World
    let keeper: ReturnType<typeof memoryKeeper>
    let warnings: { message: string; facts: object | undefined }[]
    beforeEach(async () => {
      keeper = memoryKeeper()
      world = await makeWorld(await open(), { checkpointKeeper: keeper })
      warnings = []
      world.host.log.warn = (message, facts) => void warnings.push({ message, facts })
    })

    const project = (name: string) => world.admin.raw('POST', '/v1/projects', { name, description: '' })
    const seal = async (name: string) => {
      await project(name)
      return sealEntries(world.host)
    }
    const asRoot = (attack: (tx: Tx) => Promise<unknown>) => world.host.db.transaction(attack)
    const issues = async (person = world.admin) =>
      ((await person.raw('GET', '/rackwright/issues')).body.items as { kind: string }[]).filter(
        ({ kind }) => kind === 'audit_log_changed',
      )
    const verification = async () =>
      (await world.admin.raw('GET', '/rackwright/audit/verification')).body as unknown as AuditVerification

    /** As `audit verify --file` does it. */
    async function verifyExport(meanwhile?: () => Promise<unknown>) {
      const lines = exportLines(world.host, world.clock.now().toISOString())
      const header = (await lines.next()).value as Extract<AuditLine, { type: 'header' }>
      const verifier = makeVerifier(header.public_key, { keptByServer: header.kept })
      await verifier.read((await lines.next()).value as AuditLine)
      await meanwhile?.()
      for await (const line of lines) await verifier.read(line)
      return verifier.finish()
    }

    /** Nothing is sealed, and the issue, the verification, an export and the server's log say so. */
    async function expectRefused(reason: string) {
      const before = keeper.kept
      await project('later')
      expect(await sealEntries(world.host)).toBeUndefined()
      expect(keeper.kept).toEqual(before)
      expect(world.errors.splice(0)).toEqual([expect.stringContaining(`the audit log is no longer sealed: ${reason}`)])
      expect(await issues()).toMatchObject([
        { kind: 'audit_log_changed', severity: 'error', reason: expect.stringContaining(reason) },
      ])
      expect((await verification()).problems).not.toEqual([])
      expect((await verifyExport()).problems).not.toEqual([])
    }

    async function expectSound() {
      expect(await issues()).toEqual([])
      expect((await verification()).problems).toEqual([])
      expect((await verifyExport()).problems).toEqual([])
      expect(world.errors).toEqual([])
    }

    test('without checkpoints and hashes, a forged log is not sealed again', async () => {
      await seal('a')
      const kept = (await seal('b'))!
      expect(keeper.kept).toEqual(kept)
      await expectSound()
      expect(auditVerdict(await verification()).proven).toContain(
        'The log continues the checkpoint in the data directory of the server.',
      )
      await asRoot(async (tx) => {
        await tx.updateTable('event').set({ target_name: 'nothing-to-see', chain: null }).execute()
        await tx.deleteFrom('audit_checkpoint').execute()
      })
      await expectRefused(`it ends at entry 0, before the checkpoint at ${kept.number} in the data directory`)
      expect(auditVerdict(await verification()).unproven[0]).toMatch(/^\d+ entries at the end, which are not sealed\.$/)
      const { person } = await makeUser(world, 'recovery', 'member')
      expect(await issues(person)).toEqual([])
    })

    test('with its end cut off, also once there are new entries; retention leaves the rest', async () => {
      await world.admin.raw('PUT', '/rackwright/audit/settings', { retention_days: 30, syslog: null })
      const first = (await seal('a'))!
      const kept = (await seal('b'))!
      await asRoot(async (tx) => {
        await tx.deleteFrom('event').where('seq', '>', first.number).execute()
        await tx.deleteFrom('audit_checkpoint').where('number', '>', first.number).execute()
      })
      await expectRefused(`it ends at entry ${first.number}, before the checkpoint at ${kept.number}`)
      await world.clock.advance(31 * DAY_MS)
      expect(await removeOldEntries(world.host)).toBe(false)
    })

    test('with checkpoints of another log of the same server', async () => {
      await seal('a')
      const kept = (await seal('b'))!
      const isTheSame = (await sealForged('other'))!
      expect(isTheSame.number).toBeGreaterThanOrEqual(kept.number)
      await expectRefused(`it is not the one of the checkpoint at ${kept.number} in the data directory`)
    })

    /** What somebody got who could seal a forged log before there were kept checkpoints. */
    async function sealForged(name: string) {
      await asRoot(async (tx) => {
        await tx.updateTable('event').set({ target_name: name, chain: null }).execute()
        await tx.deleteFrom('audit_checkpoint').execute()
      })
      const { kept } = keeper
      keeper.kept = undefined
      await project(name)
      const forged = await sealEntries(world.host)
      expect(world.errors.splice(0)).toEqual([])
      keeper.kept = kept
      return forged
    }

    test('with an entry changed after an older kept checkpoint', async () => {
      const old = (await seal('a'))!
      const [second, third] = [(await seal('b'))!, (await seal('c'))!]
      keeper.kept = old
      await asRoot((tx) => tx.updateTable('event').set({ target_name: 'x' }).where('seq', '=', second.number).execute())
      await expectRefused(`entry ${second.number} was changed`)
      expect(third.number).toBeGreaterThan(second.number)
    })

    test('an older kept checkpoint accepts a log that continues it', async () => {
      const old = (await seal('a'))!
      await seal('b')
      keeper.kept = old
      await expectSound()
      const last = await seal('c')
      expect(last).toBeDefined()
      expect(keeper.kept).toEqual(last)
      await expectSound()
      expect(warnings).toEqual([])
    })

    test('without a kept checkpoint the current one is taken and logged', async () => {
      keeper.kept = undefined
      const last = (await seal('a'))!
      expect(warnings).toEqual([])
      keeper.kept = undefined
      expect(await sealEntries(world.host)).toBeUndefined()
      expect(keeper.kept).toEqual(last)
      expect(warnings).toEqual([{ message: expect.stringContaining('the one in the database was taken'), facts: last }])
      await expectSound()
    })

    test('a kept checkpoint that is none, or that our key did not sign', async () => {
      const kept = (await seal('a'))!
      keeper.kept = { ...kept, hash: '' }
      await expectRefused('it holds no checkpoint')
      keeper.kept = { ...kept, time: '2001-01-01T00:00:00.000Z' }
      await expectRefused('the checkpoint in the data directory was not signed with our secret key')
    })

    test('what retention left continues an older kept checkpoint, and retention signs nothing of others', async () => {
      await world.admin.raw('PUT', '/rackwright/audit/settings', { retention_days: 30, syslog: null })
      const old = (await seal('a'))!
      const second = (await seal('b'))!
      await world.clock.advance(31 * DAY_MS)
      world.admin = await world.login('recovery', 'admin')
      const last = (await sealEntries(world.host))!
      for (let n = 0; n < 2; n++) expect(await removeOldEntries(world.host)).toBe(true)
      expect(await removeOldEntries(world.host)).toBe(false)
      expect(keeper.kept).toEqual(last)
      await expectSound()
      keeper.kept = old
      await expectSound()
      expect((await verification()).removed).toMatchObject({ number: second.number })
      await seal('c')
      await expectSound()

      // a row that looks old enough to be removed, with any number and hash
      const forged = { ...old, number: 2, kind: 'sealed' as const }
      await asRoot((tx) => tx.insertInto('audit_checkpoint').values(forged).execute())
      expect(await removeOldEntries(world.host)).toBe(false)
      expect((await verification()).problems[0]!.message).toContain('signature')
    })

    test('whoever began again says why, and the log says so from then on', async () => {
      expect(await beginAgain(world.host, 'nothing is wrong')).toBeUndefined()
      const first = (await seal('a'))!
      const kept = (await seal('b'))!
      expect(await beginAgain(world.host, 'nothing is wrong')).toBeUndefined()
      // a database that was restored beside the data directory
      await asRoot(async (tx) => {
        await tx.deleteFrom('event').where('seq', '>', first.number).execute()
        await tx.deleteFrom('audit_checkpoint').where('number', '>', first.number).execute()
      })
      await expectRefused('it ends at entry')
      await world.anonymous.raw('DELETE', '/v1/projects/web')
      const again = (await beginAgain(world.host, 'restored from Monday'))!
      expect(keeper.kept).toEqual(again)
      await expectSound()
      const found = await verification()
      expect(found).toMatchObject({
        begun_again: [{ number: again.number, reason: 'restored from Monday' }],
        kept: again.number,
        unsealed: 0,
      })
      expect(auditVerdict(found).unproven).toContainEqual(
        expect.stringMatching(/begun again at number .*restored from Monday/),
      )
      const [entry] = (await world.admin.raw('GET', '/rackwright/audit?limit=1')).body.items as object[]
      expect(entry).toMatchObject({
        operation: 'audit_begin_again',
        noun: 'audit',
        reason: 'restored from Monday',
        actor_id: null,
      })
      // what was right is still sealed as it was
      const checkpoints = await world.host.db.read
        .selectFrom('audit_checkpoint')
        .selectAll()
        .orderBy('number')
        .execute()
      expect(checkpoints[0]).toMatchObject({ number: first.number, hash: first.hash })
      expect(await seal('c')).toMatchObject({ previous: again.number })
      await expectSound()
      // and the entry cannot be taken out again
      await asRoot((tx) => tx.deleteFrom('event').where('operation', '=', 'audit_begin_again').execute())
      expect((await verification()).problems).not.toEqual([])
      expect(kept.number).toBeGreaterThan(first.number)
    })

    test('a log that cannot be verified is sealed anew, after what retention has left', async () => {
      await world.admin.raw('PUT', '/rackwright/audit/settings', { retention_days: 30, syslog: null })
      const removed = (await seal('a'))!
      await world.clock.advance(31 * DAY_MS)
      world.admin = await world.login('recovery', 'admin')
      await seal('b')
      expect(await removeOldEntries(world.host)).toBe(true)
      await asRoot((tx) => tx.deleteFrom('audit_checkpoint').where('number', '>', removed.number).execute())
      await expectRefused('an entry has a hash, but its checkpoint is missing')
      const again = (await beginAgain(world.host, 'the cause is known'))!
      await expectSound()
      const found = await verification()
      expect(found).toMatchObject({ removed: { number: removed.number }, last_checkpoint: { number: again.number } })
      expect(found.begun_again).toHaveLength(1)
    })

    test('an export shows all that the server finds', async () => {
      await seal('a')
      await seal('b')
      const last = keeper.kept!
      // its hashes remain
      await asRoot((tx) => tx.deleteFrom('audit_checkpoint').where('number', '=', last.number).execute())
      for (const keep of [undefined, last]) {
        keeper.kept = keep
        expect((await verification()).problems).not.toEqual([])
        expect((await verifyExport()).problems).not.toEqual([])
      }
    })

    test('entries that are sealed while they are exported count as not sealed', async () => {
      await seal('a')
      const [row] = await world.host.db.read
        .selectFrom('event')
        .selectAll()
        .where('operation', 'is not', null)
        .execute()
      const { seq: _seq, chain: _chain, ...copy } = row!
      // more than are read at once
      await asRoot((tx) =>
        tx
          .insertInto('event')
          .values(Array.from({ length: 600 }, () => copy))
          .execute(),
      )
      const found = await verifyExport(() => sealEntries(world.host))
      expect(found).toMatchObject({ problems: [], unsealed: 600, checkpoints: 1 })
      expect(await verification()).toMatchObject({ problems: [], unsealed: 0, checkpoints: 2 })
    })
  })
})
