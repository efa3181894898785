// Abuses the API over real HTTP, driven by the contract: malformed, oversized, mistyped and badly timed requests to every operation,
// anonymously, as a viewer and as an administrator. No 5xx, no hang, no response that violates its schema, no error in the log.
// `npm run test:abuse` sends ten times as many. A failure prints the seed; ABUSE_SEED repeats the run.
import { Agent } from 'node:http'
import { describe, expect, test } from 'vitest'
import { operations, type OperationId } from '#contract/operations.ts'
import { cases } from '#control/testing/authz-cases.ts'
import type { ActorName } from '#control/testing/authz-rules.ts'
import { prepare, type Call, type Prepared } from '#control/testing/authz-world.ts'
import { eachDatabase, type Open } from '#control/testing/databases.ts'
import type { Person } from '#control/testing/world.ts'
import { serveControl } from '../testing.ts'
import { signInPorts } from '../sign-in/testing.ts'
import { makeChance, type Chance } from './testing/chance.ts'
import { faultOf } from './testing/check.ts'
import { abuse } from './testing/mutate.ts'
import { makeAgent, send, type Wire } from './testing/wire.ts'

const REQUESTS = Number(process.env.ABUSE_REQUESTS ?? 2000)
const SEED = Number(process.env.ABUSE_SEED ?? 1)
/** Then start a new world, because abuse deletes projects and removes roles until little is left to abuse. */
const MAX_REQUESTS_PER_WORLD = 1000
const DATABASES = ['libsql', 'postgres'] as const

const all = Object.keys(operations) as OperationId[]
const ACTORS: readonly ActorName[] = [
  'anonymous',
  'bad token',
  'silo viewer',
  'fleet viewer',
  'silo admin',
  'fleet admin',
  'silo admin',
  'fleet admin',
]

interface Template {
  operation: OperationId
  call: Call
}

/** A valid call of every operation, with its own targets. */
async function templatesOf(w: Prepared): Promise<Template[]> {
  const templates: Template[] = []
  for (const operation of all) {
    const each = cases[operation]!
    const made = await each.make?.(w)
    templates.push({ operation, call: await each.call(w, made) })
  }
  return templates
}

/** Names and IDs in paths and queries: the generator also uses them where they do not belong. */
const namesIn = (templates: Template[]) => [
  ...new Set(templates.flatMap(({ call }) => Object.values({ ...call.path, ...call.query }))),
]

function personOf({ operation, call }: Template, w: Prepared, chance: Chance): Person {
  const name = chance.pick(ACTORS)
  const person = call.as?.[name] ?? w.people[name]
  // ending the session would turn all later requests into 401
  return operation === 'logout' && person === w.people[name] ? w.people.anonymous : person
}

const credentials = ({ session, token }: Person): Record<string, string> => ({
  ...(session && { cookie: `session=${session}` }),
  ...(token && { authorization: `Bearer ${token}` }),
})

const told = ({ method, path, headers, body, isChunked, isUpgrade }: Wire) =>
  `${isChunked ? 'chunked ' : ''}${isUpgrade ? 'upgrade ' : ''}${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${body?.toString('latin1').slice(0, 300) ?? ''}`

async function abuseWorld(open: Open, seed: number, requests: number): Promise<Map<number, number>> {
  const w = await prepare(await open(), signInPorts)
  const templates = await templatesOf(w)
  const server = await serveControl(w.world.plane)
  const port = Number(new URL(server.url).port)
  const agent = makeAgent()
  const chance = makeChance(seed)
  const known = namesIn(templates)
  const faults: string[] = []
  const statuses = new Map<number, number>()
  try {
    for (let n = 0; n < requests; n++) {
      const template = templates[n < templates.length ? n : chance.below(templates.length)]!
      const wire = abuse(template.operation, template.call, { chance, known })
      wire.headers = { ...credentials(personOf(template, w, chance)), ...wire.headers }
      const outcome = await send(port, wire, agent)
      const fault = faultOf(wire, outcome) ?? w.world.errors.splice(0).at(0)
      if (fault !== undefined) faults.push(`seed ${seed}, request ${n}: ${fault}\n    ${told(wire)}`)
      const status = typeof outcome === 'string' ? 0 : outcome.status
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect(faults.slice(0, 20).join('\n')).toBe('')
    // the server still answers others; on a new connection, because the last request may have announced a body that never came
    const other = await send(port, { method: 'GET', path: '/healthz', headers: { connection: 'close' } }, new Agent())
    expect(other).toMatchObject({ status: 200 })
    return statuses
  } finally {
    agent.destroy()
    await server.close()
    await w.world.stop()
  }
}

eachDatabase((name, open) => {
  describe(`${REQUESTS} requests to two databases, seed ${SEED}`, () => {
    const share = Math.ceil(REQUESTS / DATABASES.length)
    const worlds = Math.ceil(share / MAX_REQUESTS_PER_WORLD)
    const numbers = Array.from({ length: worlds }, (_, world) => world)
    test.each(numbers)('world %i', { timeout: 600_000 }, async (world) => {
      const seed = SEED * 1000 + world * DATABASES.length + (DATABASES as readonly string[]).indexOf(name)
      const requests = Math.min(MAX_REQUESTS_PER_WORLD, share)
      const statuses = await abuseWorld(open, seed, requests)
      const successes = [...statuses].reduce((sum, [status, count]) => sum + (status < 400 ? count : 0), 0)
      if (process.env.ABUSE_VERBOSE) console.log(name, seed, Object.fromEntries(statuses))
      // if every request failed early, nothing else would be tested
      expect(successes / requests).toBeGreaterThan(0.05)
    })
  })
}, DATABASES)
