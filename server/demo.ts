// Fills a new data directory with the demo world that was built beside this server.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Database } from '#control/db/database.ts'
import { type DemoWorld, restoreRows, restoreVolumes, shiftOf } from '#control/demo/world.ts'
import type { Clock, Passwords, Random } from '#control/frame/ports.ts'
import { FIRST_SILO, FIRST_USER, type FirstLogin, readablePassword } from '#control/system/first-run.ts'
import type { BlockStore } from '#hypervisor/blocks.ts'
import { shiftTimes } from '#hypervisor/simulated-state.ts'
import type { Persistence } from '#hypervisor/simulated.ts'

/** Beside the built server, and in development. */
const FILES = ['../demo/world.bin', '../dist/demo/world.bin'].map((file) => join(import.meta.dirname, file))

interface Parts {
  db: Database
  clock: Clock
  random: Random
  passwords: Passwords
  blocks: BlockStore
  /** Not opened yet: the machines are read from here. */
  machines: Persistence
  /** Generated when the operator gives none. */
  password: string | undefined
}

/** Undefined when the database is in use already: nobody wants the demo among their own things. */
export async function openDemo(parts: Parts): Promise<FirstLogin | undefined> {
  const { db, clock, random, passwords, blocks, machines } = parts
  const known = await db.read.selectFrom('silo').select('id').limit(1).executeTakeFirst()
  if (known) return undefined
  const world = await read()
  const now = clock.now()
  const password = parts.password ?? readablePassword(random)
  const adminPasswordHash = await passwords.hash(password)
  // rows come last: until they are there, the database is new and all of this is repeated
  await restoreVolumes(blocks, world, (text) => Buffer.from(text, 'base64'))
  await machines.save(shiftTimes(world.machines, shiftOf(world, now), now.getTime()))
  await restoreRows(db, world, { now, adminPasswordHash })
  return { silo: FIRST_SILO, user: FIRST_USER, password }
}

async function read(): Promise<DemoWorld> {
  const file = FILES.find((each) => existsSync(each))
  if (!file) throw new Error('the demo world is missing: build it with `node scripts/demo.mjs`')
  return JSON.parse((await promisify(gunzip)(await readFile(file))).toString()) as DemoWorld
}
