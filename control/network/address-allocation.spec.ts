// Address allocation and release on every database: compared with a plain set as the model, and concurrently.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOf, formatIp, ipKey } from '#contract/ip.ts'
import { giveBack, openBlock, takeExactly, takeLowest, type Block } from './address-allocation.ts'
import { eachDatabase } from '../testing/databases.ts'
import { talk } from '../testing/talk.ts'
import { makeWorld } from '../testing/world.ts'

const LAST = 12
/** The start of the second of two adjacent ranges: gaps must never span both. */
const SECOND = 7
const addressAt = (n: number) => formatIp({ version: 4, value: addressOf('198.18.0.0').value + BigInt(n) })
const keyAt = (n: number) => ipKey(addressAt(n))
const described = (name: string, more: Record<string, unknown> = {}) => ({ name, description: '', ...more })

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ do: 'lowest' as const }) },
  fc.record({ do: fc.constant('exactly' as const), n: fc.integer({ min: -1, max: LAST + 1 }) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('give' as const), n: fc.nat(LAST) }) },
)

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

eachDatabase((name, open) => {
  describe('gaps', () => {
    test('match a set of free addresses and stay merged', async () => {
      const world = await makeWorld(await open())
      const { db } = world.host
      const t = talk(world.admin)
      const pool = await t.post('/v1/system/ip-pools', described('gaps'))
      const add = async (first: number, last: number) =>
        (await t.post('/v1/system/ip-pools/gaps/ranges/add', { first: addressAt(first), last: addressAt(last) })).id
      const blocks: Block[] = []
      for (const [first, last] of [
        [0, SECOND - 1],
        [SECOND, LAST],
      ] as const)
        blocks.push({ space_id: pool.id, ip_pool_range_id: await add(first, last) })
      const blockAt = (n: number) => blocks[n < SECOND ? 0 : 1]!

      const run = async (steps: Step[]) => {
        const free = new Set(Array.from({ length: LAST + 1 }, (_, n) => n))
        await db.transaction(async (tx) => {
          await tx.deleteFrom('address_gap').where('space_id', '=', pool.id).execute()
          await openBlock(tx, blockAt(0), { first_key: keyAt(0), last_key: keyAt(SECOND - 1) })
          await openBlock(tx, blockAt(SECOND), { first_key: keyAt(SECOND), last_key: keyAt(LAST) })
          for (const each of steps) {
            if (each.do === 'lowest') {
              const lowest = [...free].toSorted((a, b) => a - b)[0]
              expect((await takeLowest(tx, pool.id))?.ip).toBe(lowest === undefined ? undefined : addressAt(lowest))
              if (lowest !== undefined) free.delete(lowest)
            } else if (each.do === 'exactly') {
              expect(await takeExactly(tx, pool.id, keyAt(each.n))).toBe(free.delete(each.n))
            } else if (!free.has(each.n)) {
              await giveBack(tx, blockAt(each.n), keyAt(each.n))
              free.add(each.n)
            }
          }
          const rows = await tx.selectFrom('address_gap').selectAll().where('space_id', '=', pool.id).execute()
          expect(rows.map((row) => [row.first_key, row.last_key]).toSorted()).toEqual(runs(free))
        })
      }
      const runsOnEach = { libsql: 150, wasm: 60, postgres: 40 }[name]
      await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40 }), run), { numRuns: runsOnEach, seed: 6 })
    })
  })

  test('200 concurrent requests for 126 addresses: each address once, the rest refused, the count exact', async () => {
    const world = await makeWorld(await open())
    const { admin, errors } = world
    const t = talk(admin)
    await t.post('/v1/system/ip-pools', described('small'))
    // a /25 without its first and last address
    await t.post('/v1/system/ip-pools/small/ranges/add', { first: '198.18.0.1', last: '198.18.0.126' })
    await t.post('/v1/system/ip-pools/small/silos', { silo: 'recovery', is_default: true })
    await t.post('/v1/projects', described('web'))
    const path = '/v1/floating-ips?project=web'
    const allocated = async () => {
      const { ipv4 } = await t.get('/v1/system/ip-pools/small/utilization')
      return (ipv4 as { allocated: number }).allocated
    }

    const asks = Array.from({ length: 200 }, (_, i) => admin.raw('POST', path, described(`f${i}`)))
    const replies = await Promise.all(asks)
    const made = replies.filter((reply) => reply.status === 201)
    const refused = replies.filter((reply) => reply.status !== 201)
    expect(new Set(made.map((reply) => reply.body.ip)).size).toBe(126)
    expect([made.length, refused.length]).toEqual([126, 74])
    for (const { status, body } of refused)
      expect([status, body.error_code, body.message]).toEqual([
        507,
        'InsufficientCapacity',
        'Insufficient capacity: No external IP addresses available',
      ])
    expect(await allocated()).toBe(126)
    expect(await t.list(path)).toHaveLength(100)

    const [freed, alsoFreed] = [made[3]!.body, made[90]!.body]
    await Promise.all([freed, alsoFreed].map((body) => t.del(`/v1/floating-ips/${String(body.id)}`)))
    expect(await allocated()).toBe(124)
    const asked = await t.post(path, described('asked', { ip: freed.ip }))
    expect(asked.ip).toBe(freed.ip)
    expect((await t.post(path, described('lowest'))).ip).toBe(alsoFreed.ip)

    // released and allocated concurrently
    const lots = made.filter((reply) => ![freed.id, alsoFreed.id].includes(reply.body.id)).slice(0, 30)
    const mixed = lots.flatMap((reply, i) => [
      admin.raw('DELETE', `/v1/floating-ips/${String(reply.body.id)}`),
      admin.raw('POST', path, described(`g${i}`)),
    ])
    const statuses = (await Promise.all(mixed)).map((reply) => reply.status)
    const again = statuses.filter((status) => status === 201).length
    expect(statuses.filter((status) => status === 204)).toHaveLength(30)
    expect(await allocated()).toBe(126 - 30 + again)
    const rows = await world.host.db.read.selectFrom('floating_ip').select('ip').execute()
    expect([rows.length, new Set(rows.map((row) => row.ip)).size]).toEqual([126 - 30 + again, 126 - 30 + again])
    expect(errors).toEqual([])
  }, 120_000)
})

/** The expected gaps: runs of adjacent addresses, each within its range. */
function runs(free: Set<number>): [string, string][] {
  const found: [number, number][] = []
  for (const n of [...free].toSorted((a, b) => a - b)) {
    const last = found.at(-1)
    if (last && last[1] === n - 1 && n !== SECOND) last[1] = n
    else found.push([n, n])
  }
  return found.map(([first, last]) => [keyAt(first), keyAt(last)])
}
