// Fills a new data directory with the demo world shipped with this server.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Database } from '#control/db/database.ts'
import { type DemoWorld, restoreRows, restoreVolumes } from '#control/demo/world.ts'
import type { Clock } from '#control/frame/ports/clock.ts'
import type { Random } from '#control/frame/ports/host.ts'
import type { Passwords, Sealer } from '#control/frame/ports/secrets.ts'
import { type FirstLogin, readablePassword } from '#control/system/first-login.ts'
import { FIRST_SILO } from '#control/frame/first-silo.ts'
import { FIRST_USER } from '#control/system/first-run.ts'
import type { BlockStore } from '#drivers/blocks.ts'

/** Next to the built server, or in dist/ during development. */
const FILES = ['../demo/world.bin', '../dist/demo/world.bin'].map((file) => join(import.meta.dirname, file))

interface Parts {
  db: Database
  clock: Clock
  random: Random
  passwords: Passwords
  volumes: BlockStore
  sealer: Sealer
  /** Generated if omitted. */
  password: string | undefined
}

/** Returns undefined when the database already has data, so that the demo never mixes with real resources. */
export async function openDemo(parts: Parts): Promise<FirstLogin | undefined> {
  const { db, clock, random, passwords, volumes, sealer } = parts
  const known = await db.read.selectFrom('silo').select('id').limit(1).executeTakeFirst()
  if (known) return undefined
  const world = await read()
  const now = clock.now()
  const password = parts.password ?? readablePassword(random)
  const adminPasswordHash = await passwords.hash(password)
  // rows come last: after a crash the database still counts as new, and the next start repeats everything
  await restoreVolumes(volumes, world, (text) => Buffer.from(text, 'base64'))
  await restoreRows(db, world, { now, adminPasswordHash, storesNoSamples: false, sealer })
  return { silo: FIRST_SILO, user: FIRST_USER, password }
}

async function read(): Promise<DemoWorld> {
  const file = FILES.find((each) => existsSync(each))
  if (!file) throw new Error('the demo world is missing: build it with `node scripts/demo.mjs`')
  return JSON.parse((await promisify(gunzip)(await readFile(file))).toString()) as DemoWorld
}
