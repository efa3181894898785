// Timeseries queries on the demo world: the longest stretch in which one query blocks everybody else.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { testingSealer } from '#control/testing/ports.ts'
import { migrate } from '#control/db/migrate.ts'
import { SLEDS } from '#control/demo/world.ts'
import { makeControlPlane } from '#control/plane/control-plane.ts'
import { makeSimulatedStores } from '#control/simulated/stores.ts'
import { SESSION_HEADER } from '#control/frame/ports/caller.ts'
import { registerHardware } from '#control/system/inventory.ts'
import { makeMemoryBundles } from '#control/frame/support-bundle-store.ts'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import { makeSimulatedRack } from '#drivers/simulated/rack.ts'
import { clock } from '#server/clock.ts'
import { openDemo } from '#server/demo.ts'
import { makePasswords } from '#server/passwords.ts'
import { random } from '#server/random.ts'
import { longestBlock } from './block.ts'
import { report } from './table.ts'

const TARGET_MS = 200
const ROUNDS = 3
const log = { info() {}, warn() {}, error: (message: string, facts?: unknown) => console.error(message, facts) }

const QUERIES = process.env.Q
  ? [process.env.Q]
  : [
      'get virtual_machine:vcpu_usage | filter timestamp > @now() - 30d | align mean_within(1s)',
      'get virtual_machine:vcpu_usage | filter timestamp > @now() - 1h | align mean_within(1m)',
      'get virtual_machine:vcpu_usage | filter timestamp > @now() - 1h | align mean_within(1m) | group_by [instance_id], sum',
      'get virtual_machine:vcpu_usage | filter timestamp > @now() - 30d | align mean_within(6h) | group_by [state], sum',
      'get virtual_disk:io_latency | filter timestamp > @now() - 1h',
      'get hardware_component:temperature | filter timestamp > @now() - 3d | align mean_within(1h)',
    ]

const folder = mkdtempSync(join(tmpdir(), 'rackwright-bench-'))
const db = await openLibsql({ file: join(folder, 'rackwright.db') })
await migrate(db, clock.now())
const passwords = makePasswords({ memory: 1024, passes: 1 })
const blocks = makeMemoryBlocks(() => ({ update() {}, digest: () => '' }))
await openDemo({ db, clock, random, passwords, volumes: blocks, sealer: testingSealer, password: 'bench' })
const decodeBase64 = (text: string) => Buffer.from(text, 'base64')
const rack = makeSimulatedRack({
  clock,
  random,
  sleds: SLEDS,
  volumes: blocks,
  ...makeSimulatedStores(db, decodeBase64),
})
const parts = { db, clock, random, passwords, ...rack }
await registerHardware(parts)
const plane = makeControlPlane({
  ...parts,
  imageTools: { decompress: {} },
  version: '0.0.0',
  bundles: makeMemoryBundles(),
  sealer: testingSealer,
  decodeBase64,
  log,
})

async function send(path: string, body: unknown, session?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const request = new Request(`http://bench${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return plane.fetch(request, { address: '127.0.0.1', secure: false, session })
}

const login = await send('/v1/login/recovery/local', { username: 'admin', password: 'bench' })
const session = login.headers.get(SESSION_HEADER) ?? ''

const rows = []
for (const query of QUERIES) {
  let status = 0
  const ask = async () => {
    const response = await send('/v1/system/timeseries/query', { query }, session)
    status = response.status
    await response.text()
  }
  await ask()
  const blocks: number[] = []
  for (let round = 0; round < ROUNDS; round++) blocks.push(await longestBlock(ask))
  rows.push({ what: `${query} (${status})`, measured: Math.max(...blocks), atMost: TARGET_MS, unit: ' ms' })
}
report('Timeseries queries on the demo world: longest block of the event loop', rows)
await plane.stop()
await rack.machines.close()
await db.close()
rmSync(folder, { recursive: true, force: true })
