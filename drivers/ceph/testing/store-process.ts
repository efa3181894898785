// A process that does one thing with a store, for tests that kill it. Run by store-process.mjs. Not for production code.
import { setTimeout as sleep } from 'node:timers/promises'
import { openCephBlocks } from '../blocks.ts'
import { type CephPool, makeTools } from '../tools.ts'
import { OPERATIONS } from './store-operations.ts'

const [name = '', pool = '', folder = ''] = process.argv.slice(2)
const where = JSON.parse(pool) as CephPool
const clock = {
  now: () => new Date(),
  sleep: (milliseconds: number, signal?: AbortSignal) => sleep(milliseconds, undefined, { signal }),
}
const store = await openCephBlocks({ pool: where, folder, clock })
await OPERATIONS[name]!.act({ store, tools: makeTools(where) })
await store.close()
