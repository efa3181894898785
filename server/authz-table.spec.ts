// Calls every operation as every kind of actor and checks the exact status and body of each response, that refused calls change
// nothing, that writes (and only writes) append one audit row, and that no response contains a secret. Writes authz.table.txt.
import { readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Operation } from '#contract/define.ts'
import { factsOf, operations, type OperationId } from '#contract/operations.ts'
import { isWrite } from '#contract/facts.ts'
import { tables } from '#control/db/schema.ts'
import type { Table } from '#control/db/define.ts'
import { cases } from '#control/testing/authz-cases.ts'
import type { Case } from '#control/testing/authz-row.ts'
import { actors, outcomeOf, standings, type ActorName, type Outcome } from '#control/testing/authz-rules.ts'
import { everything, prepare, send, type Call, type Prepared, type Sent } from '#control/testing/authz-world.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { PASSWORD } from '#control/testing/world.ts'
import { signInPorts } from './sign-in/testing.ts'

const FILE = new URL('../authz.table.txt', import.meta.url)
const all = Object.keys(operations).sort() as OperationId[]
const seen = new Map<OperationId, string[]>()
const answers: string[] = []

const refusals: Record<Exclude<Outcome, 'allow'>, { status: number; error_code: string; message: string }> = {
  'unknown caller': { status: 401, error_code: 'Unauthorized', message: 'credentials missing or invalid' },
  forbid: { status: 403, error_code: 'Forbidden', message: 'Forbidden' },
  'read-only': { status: 403, error_code: 'Forbidden', message: 'this access token is read-only' },
  account: {
    status: 403,
    error_code: 'Forbidden',
    message: 'access tokens with a scope cannot change accounts, sessions or tokens',
  },
  unused: { status: 400, error_code: 'InvalidRequest', message: 'this silo does not use SCIM' },
  hide: { status: 404, error_code: 'ObjectNotFound', message: 'not found: ' },
}

// one database is enough: the rules are the same on all of them, and refusals come before the first write
eachDatabase(
  (_name, open) => {
    let w: Prepared
    beforeAll(async () => {
      w = await prepare(await open(), signInPorts)
    }, 60_000)
    afterAll(() => w.world.stop())

    describe('as every kind of actor', () => {
      test.each(all)('%s', async (operation) => {
        const each = cases[operation]
        if (!each) throw new Error(`${operation} has no row: add one as testing/authz-cases.ts says`)
        seen.set(operation, await askedByAll(operation, each))
        expect(w.world.errors).toEqual([])
      })
    })

    async function askedByAll(operation: OperationId, each: Case): Promise<string[]> {
      const statuses: string[] = []
      const start = await lastEvent()
      let made: unknown
      let isUsed = true
      /** All rows before the first of the refused calls since the last change. */
      let rows: string | undefined
      const checkUnchanged = async () => {
        if (rows !== undefined) expect(await everything(w.world), `a refused ${operation} changed something`).toBe(rows)
        rows = undefined
      }
      for (const actor of actors) {
        if (isUsed && each.make) made = await each.make(w)
        const call = await each.call(w, made)
        const outcome = outcomeOf(each.rule, actor, operation)
        isUsed = outcome === 'allow' && isWrite(operation)
        if (isUsed) await checkUnchanged()
        else if (isWrite(operation)) rows ??= await everything(w.world)
        const before = await logged(start)
        const sent = await send(w.world, call.as?.[actor] ?? w.people[actor], operation, call, isSocket(operation))
        answers.push(sent.text)
        checkAnswer(operation, actor, outcome, call, sent)
        checkEvents(operation, actor, before, await logged(start), sent.status)
        statuses.push(String(sent.status))
      }
      await checkUnchanged()
      return statuses
    }

    async function lastEvent(): Promise<number> {
      const { seq } = await w.world.host.db.read
        .selectFrom('event')
        .select((is) => is.fn.max('seq').as('seq'))
        .executeTakeFirstOrThrow()
      return Number(seq)
    }

    /** Counts the operations logged since then by status. Refusals of unknown callers share a row. */
    async function logged(start: number): Promise<Map<string, number>> {
      const rows = await w.world.host.db.read
        .selectFrom('event')
        .select((is) => ['operation', 'status', is.fn.sum<number>(is.fn.coalesce('repeats', is.val(1))).as('times')])
        .where('seq', '>', start)
        .where('operation', 'is not', null)
        .groupBy(['operation', 'status'])
        .execute()
      return new Map(rows.map(({ operation, status, times }) => [`${operation} ${status}`, Number(times)]))
    }

    test('no response contained a password, a hash or a private key', async () => {
      const secrets = new Set([PASSWORD, 'a secret word'])
      for (const [name, table] of Object.entries<Table>(tables)) {
        for (const column of Object.keys(table.columns).filter((each) => /hash$|private_key$|secret/.test(each))) {
          const { rows } = await sql<{ secret: string | null }>`
            select ${sql.ref(column)} as secret from ${sql.table(name)}`.execute(w.world.host.db.read)
          for (const { secret } of rows) if (secret) secrets.add(secret)
        }
      }
      expect(secrets.size).toBeGreaterThan(20)
      const said = answers.join('\n')
      for (const secret of secrets) expect(said.includes(JSON.stringify(secret).slice(1, -1))).toBe(false)
    })
  },
  ['libsql'],
)

test('authz.table.txt matches the results', () => {
  const table = tableText()
  if (process.env.UPDATE_AUTHZ) writeFileSync(FILE, table)
  expect(table).toBe(readFileSync(FILE, 'utf8'))
})

const isSocket = (operation: OperationId) => factsOf[operation].websocket === true

function checkAnswer(operation: OperationId, actor: ActorName, outcome: Outcome, call: Call, sent: Sent) {
  const who = `${operation} by ${actor}: ${sent.text}`
  if (outcome === 'allow') {
    expect(sent.status, who).toBe(isSocket(operation) ? 101 : (api[operation] as Operation).status)
    return
  }
  const { status, ...body } = refusals[outcome]
  expect(sent.status, who).toBe(status)
  const hidden = typeof call.hidden === 'function' ? call.hidden(actor) : call.hidden
  if (outcome === 'hide') body.message += hidden ?? 'a case whose target can be hidden says how a 404 names it'
  if (operations[operation].startsWith('HEAD ')) return
  if (sent.closed !== undefined) return expect(sent.closed, who).toBe(body.message)
  expect(JSON.parse(sent.text), who).toEqual({ ...body, request_id: sent.requestId })
}

const PIECES: readonly OperationId[] = ['disk_blocks_write', 'disk_bulk_write_import', 'image_upload_write']

function checkEvents(
  operation: OperationId,
  actor: ActorName,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  status: number,
) {
  const added = [...after].flatMap(([what, times]) =>
    times === (before.get(what) ?? 0) ? [] : [[what, times - (before.get(what) ?? 0)]],
  )
  // without a session, logout has nothing to end and writes nothing
  const isIdle = operation === 'logout' && !standings[actor]
  // more pieces may follow: they are logged together, with the end of their upload
  const isPiece = PIECES.includes(operation) && status < 300
  const isWritten = isWrite(operation) && !isIdle && !isPiece
  const expected = isWritten ? [[`${operation} ${status}`, 1]] : []
  expect(added, `the audit log after ${operation} by ${actor}`).toEqual(expected)
}

const line = (operation: string, rule: string, cells: string[]) =>
  [operation.padEnd(47), rule.padEnd(37), ...cells.map((cell) => cell.padEnd(4))].join(' ').trimEnd()

function tableText(): string {
  const heads = [
    'anon',
    'bad',
    'none',
    'p.vw',
    'p.co',
    'p.ad',
    's.vw',
    's.co',
    's.ad',
    'othr',
    'f.vw',
    'f.co',
    'f.ad',
    't.ro',
    't.pr',
    't.el',
    't.vw',
  ]
  const rows = all.map((operation) => {
    const statuses = seen.get(operation)
    return statuses
      ? line(operation, cases[operation]!.rule.name, statuses)
      : line(operation, 'not known: its test fails', [])
  })
  return [
    'Who may do what: the status that every operation answers to every kind of actor, as the API gave it.',
    'Written by server/authz-table.spec.ts (UPDATE_AUTHZ=1 rewrites it). A change here is a change of policy.',
    '',
    'anon: nobody; bad: a wrong token; none: a member of the silo without a role; p.: a role on the project;',
    's.: a role on the silo; othr: the admin of another silo; f.: a role on the fleet, none in the silo;',
    'vw, co, ad: viewer, collaborator, admin; t.: an access token of an admin of the silo and the fleet, which is',
    'ro: read-only, pr: for the project, el: for another project, vw: limited to the viewer role.',
    'Websockets: 101 if the caller is served; a refusal in the close frame counts as its status.',
    '',
    line('operation', 'who may', heads),
    ...rows,
    '',
  ].join('\n')
}
