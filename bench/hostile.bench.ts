// How long hostile input blocks the event loop: the longest stretch in which nothing else is served. In processor time, which
// other programs on the machine do not change. First what each parser was attacked with, then every operation with the largest
// body that it accepts and the largest that it refuses, from anyone and from a caller who may call it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { factsOf, nounOf, operations, type Noun, type OperationId } from '#contract/operations.ts'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { migrate } from '#control/db/migrate.ts'
import { bodyLimitOf } from '#control/frame/parse.ts'
import { cases } from '#control/testing/authz-cases.ts'
import { actors, outcomeOf } from '#control/testing/authz-rules.ts'
import { prepare, send, type Call, type Prepared } from '#control/testing/authz-world.ts'
import { hostileInputs } from '#control/testing/hostile.ts'
import { makeIdp, makeKeyPair, providerBody, samlSilo } from '#control/testing/identity-provider.ts'
import { largestBodies } from '#control/testing/largest-body.ts'
import { makeWorld } from '#control/testing/world.ts'
import { testingClock } from '#drivers/testing-clock.ts'
import { clock } from '#server/clock.ts'
import { longestBlock } from './block.ts'
import { report } from './table.ts'
import { signInPorts } from '#server/sign-in/testing.ts'

const TARGET_MS = 200
/** Time stands still, but others are served in between as by a server. */
const yieldingClock = () => ({ ...testingClock(), breathe: clock.breathe })
const folder = mkdtempSync(join(tmpdir(), 'rackwright-bench-'))
const db = await openLibsql({ file: join(folder, 'rackwright.db') })
await migrate(db, clock.now())
const world = await makeWorld(db, { ...signInPorts, log: { info() {}, warn() {}, error() {} }, clock: yieldingClock() })
const idp = makeIdp(await makeKeyPair('idp.test'))
await world.admin.raw('POST', '/v1/system/silos', samlSilo('acme'))
await world.admin.raw('POST', '/v1/system/identity-providers/saml?silo=acme', providerBody(idp))
await world.admin.raw('POST', '/v1/projects', { name: 'web', description: '' })

const rows = []
for (const { what, method, path, body, headers, isAnonymous } of hostileInputs) {
  const person = isAnonymous ? world.anonymous : world.admin
  const send = () => person.raw(method, path, body, headers)
  // once before: loading a library is not what is measured
  await send()
  rows.push({ what, measured: await longestBlock(send), atMost: TARGET_MS, unit: ' ms' })
}
report('Hostile input: longest block of the event loop', rows)
await world.stop()
await db.close()

/** Afterwards nobody can go on, or there is no room. */
const ENDS_WORLD: readonly Noun[] = ['policy', 'quota', 'second_factor']
let worlds = 0
async function freshWorld() {
  const db = await openLibsql({ file: join(folder, `${++worlds}.db`) })
  await migrate(db, clock.now())
  const prepared = await prepare(db, { ...signInPorts, clock: yieldingClock() })
  // a server does not validate its own responses
  prepared.world.host.checkAnswers = false
  const end = async () => {
    await prepared.world.stop()
    await db.close()
  }
  return { prepared, end }
}

/** Bodies in other formats than JSON are filled up with a field, or with bytes. */
function bodiesOf(operation: OperationId, call: Call): unknown[] {
  const limit = bodyLimitOf(operation)
  if (limit === 0) return [undefined]
  const { encoding } = factsOf[operation]
  if (encoding === 'bytes') return ['x'.repeat(limit)]
  if (encoding === 'form') return [call.body, `${String(call.body)}&padding=`.padEnd(limit, 'x')]
  const { accepted, refused } = largestBodies(operation, call.body)!
  return [refused, accepted]
}

async function block(prepared: Prepared, operation: OperationId): Promise<number> {
  const each = cases[operation]
  if (!each) throw new Error(`${operation} has no authorization case, which says how to call it`)
  const allowed = actors.findLast((actor) => outcomeOf(each.rule, actor, operation) === 'allow') ?? 'anonymous'
  const first = await each.call(prepared, await each.make?.(prepared))
  let longest = 0
  for (const body of bodiesOf(operation, first)) {
    for (const actor of new Set(['anonymous', allowed] as const)) {
      const call = await each.call(prepared, await each.make?.(prepared))
      const person = call.as?.[actor] ?? prepared.people[actor]
      const asked = body === undefined ? call : { ...call, body }
      const isSocket = factsOf[operation].websocket === true
      longest = Math.max(longest, await longestBlock(() => send(prepared.world, person, operation, asked, isSocket)))
    }
  }
  return longest
}

const byOperation = []
let { prepared: here, end } = await freshWorld()
for (const operation of (Object.keys(operations) as OperationId[]).sort()) {
  byOperation.push({ what: operation, measured: await block(here, operation), atMost: TARGET_MS, unit: ' ms' })
  if (!ENDS_WORLD.includes(nounOf[operation])) continue
  await end()
  ;({ prepared: here, end } = await freshWorld())
}
await end()
report('Every operation with its largest bodies: longest block of the event loop', byOperation)
rmSync(folder, { recursive: true, force: true })
