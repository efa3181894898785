// Global setup: offers a migrated template of each database, which tests copy, and a temporary PostgreSQL. Each is made when the first
// test asks for it, because most runs need only some of them. This process makes them, because workers end before the run does.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Database } from '../db/database.ts'
import type { Engine } from './engines.ts'
import { clock, random } from './host.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where templates.ts asks for them. */
    templatesUrl: string
  }
}

/** Each resolves to the place of the template: a file, or the URL of the maintenance database. */
type Templates = Record<Engine, () => Promise<string>>

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // workers inherit it, and may end before they have removed their files
  const folder = mkdtempSync(join(tmpdir(), 'rackwright-units-'))
  process.env.TMPDIR = folder
  // PostgreSQL may run as another user
  chmodSync(folder, 0o755)
  const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const server = await serve(templatesIn(folder, (ending) => endings.unshift(ending)))
  project.provide('templatesUrl', server.url)
  return async () => {
    server.close()
    for (const end of endings) await end()
  }
}

function templatesIn(folder: string, atEnd: (ending: () => unknown) => void): Templates {
  return {
    libsql: once(async () => {
      const { openLibsql } = await import('../db/engines/libsql.ts')
      const file = join(folder, 'rackwright.db')
      await fill(await openLibsql({ file }))
      return file
    }),
    wasm: once(async () => {
      const { openWasm } = await import('../db/engines/wasm.ts')
      const file = join(folder, 'wasm.db')
      const db = await openWasm()
      await fill(db, async () => writeFileSync(file, await db.save()))
      return file
    }),
    postgres: once(async () => {
      const [{ startPostgres }, { openPostgres }, { administer, databaseUrl, TEMPLATE }] = await Promise.all([
        import('../../scripts/postgres.mjs'),
        import('../db/engines/postgres.ts'),
        import('./postgres.ts'),
      ])
      const { url, stop } = await startPostgres()
      atEnd(stop)
      await administer(url, `create database ${TEMPLATE}`)
      await fill(await openPostgres({ url: databaseUrl(url, TEMPLATE), clock, random }))
      return url
    }),
  }
}

async function serve(templates: Templates) {
  // on a busy machine it can take minutes until the first one is made
  const server = createServer({ requestTimeout: 0, headersTimeout: 0 }, (request, response) => {
    const make = templates[(request.url ?? '').slice(1) as Engine]
    make().then(
      (place) => response.end(place),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

async function fill(db: Database, keep?: () => Promise<void>): Promise<void> {
  const { migrate } = await import('../db/migrate.ts')
  try {
    await migrate(db, clock.now())
    await keep?.()
  } finally {
    await db.close()
  }
}
