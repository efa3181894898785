// Shorthands for specs: requests that must succeed, and requests that must be refused.
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../db/database.ts'
import { tables } from '../db/schema.ts'
import type { Person } from './world.ts'

export type Body = Record<string, unknown> & { id: string; name: string }

export interface Talk {
  get(path: string): Promise<Body>
  /** The items of one page. */
  list(path: string): Promise<Body[]>
  post(path: string, body: unknown): Promise<Body>
  put(path: string, body: unknown): Promise<Body>
  del(path: string): Promise<void>
  /** Returns `[400, 'InvalidRequest', 'message']`; fails if the request succeeded. */
  refused(method: string, path: string, body?: unknown): Promise<[number, unknown, unknown]>
}

export function talk(person: Person): Talk {
  const ask = async (status: number, method: string, path: string, body?: unknown) => {
    const reply = await person.raw(method, path, body)
    expect({ status: reply.status, ...(reply.status < 300 ? {} : reply.body) }, `${method} ${path}`).toEqual({ status })
    return reply.body as Body
  }
  return {
    get: (path) => ask(200, 'GET', path),
    list: async (path) => (await ask(200, 'GET', path)).items as Body[],
    post: (path, body) => ask(201, 'POST', path, body),
    put: (path, body) => ask(200, 'PUT', path, body),
    del: async (path) => void (await ask(204, 'DELETE', path)),
    async refused(method, path, body) {
      const reply = await person.raw(method, path, body)
      expect(reply.status, `${method} ${path}`).toBeGreaterThanOrEqual(400)
      return [reply.status, reply.body.error_code, reply.body.message]
    },
  }
}

/** The event log, and deleted VPCs until the network loop has removed them. */
const KEPT = ['event', 'vpc_network']

/** Row counts of all other tables. */
export async function countRows(db: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of Object.keys(tables).filter((table) => !KEPT.includes(table))) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db.read)
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}
