// How long hostile input blocks the event loop.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { migrate } from '#control/db/migrate.ts'
import { hostileInputs } from '#control/testing/hostile.ts'
import { makeIdp, makeKeyPair, providerBody, samlSilo } from '#control/testing/identity-provider.ts'
import { makeWorld } from '#control/testing/world.ts'
import { clock } from '#server/clock.ts'
import { longestBlock } from './block.ts'
import { report } from './table.ts'

const TARGET_MS = 200
const folder = mkdtempSync(join(tmpdir(), 'rackwright-bench-'))
const db = await openLibsql({ file: join(folder, 'rackwright.db') })
await migrate(db, clock.now())
const world = await makeWorld(db, { log: { info() {}, warn() {}, error() {} } })
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
rmSync(folder, { recursive: true, force: true })
