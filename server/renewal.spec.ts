// Whatever takes long ends with the access of whoever began it: every operation of the contract that sends or takes bytes for a while,
// after its access token was revoked, and after the role that it needs was removed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Operation } from '#contract/define.ts'
import { factsOf, operations, type OperationId } from '#contract/operations.ts'
import { ACCESS_CHECK_INTERVAL_MS } from '#control/frame/held-access.ts'
import type { Caller } from '#control/frame/ports/caller.ts'
import type { Socket } from '#control/frame/ports/streams.ts'
import { cases } from '#control/testing/authz-cases.ts'
import { outcomeOf, type ActorName } from '#control/testing/authz-rules.ts'
import { must, prepare, type Call, type Prepared } from '#control/testing/authz-world.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { eventually } from '#control/testing/storage.ts'
import type { Person } from '#control/testing/world.ts'
import { signInPorts } from './sign-in/testing.ts'

const all = Object.keys(operations).sort() as OperationId[]
const isKnown = (operation: OperationId) => !factsOf[operation].anonymous
const shapeOf = (operation: OperationId) => api[operation] as Operation
const isSocket = (operation: OperationId) => factsOf[operation].websocket === true
/** Other bodies are a value of JSON, which is sent at once. */
const isBytes = (operation: OperationId) =>
  operations[operation].startsWith('GET ') && shapeOf(operation).raw === true && !isSocket(operation)
const isList = (operation: OperationId) =>
  shapeOf(operation).paginated === true && shapeOf(operation).answer?.def.type !== 'array'
const isTaken = (operation: OperationId) => factsOf[operation].streamed === true

const sent = all.filter(isKnown).filter(isBytes)
const lists = all.filter(isKnown).filter(isList)
const taken = all.filter(isKnown).filter(isTaken)
const sockets = all.filter(isKnown).filter(isSocket)

/** The person who opens it: one with a role that can be removed, if any role is needed. */
const OPENERS: readonly ActorName[] = ['silo admin', 'fleet admin', 'no role']
/** Their role is the last one in this policy. */
const POLICIES: Partial<Record<ActorName, { path: string; name: 'silo' | 'fleet' }>> = {
  'silo admin': { path: '/v1/system/silos/acme/policy', name: 'silo' },
  'fleet admin': { path: '/v1/system/policy', name: 'fleet' },
}

interface Opened {
  hasEnded(): boolean
  /** Lets go of one that goes on. */
  leave(): Promise<void>
}

test('there are some of each kind', () => {
  expect(sent).toEqual(
    expect.arrayContaining(['disk_content_download', 'support_bundle_download_file', 'audit_export']),
  )
  expect(taken).toContain('image_upload_write')
  expect(sockets).toContain('instance_serial_console_stream')
  expect(lists.length).toBeGreaterThan(50)
})

test('two seconds have room for a check that has just begun, and for the next one', () => {
  expect(2 * ACCESS_CHECK_INTERVAL_MS).toBeLessThanOrEqual(2000)
})

function requestOf(operation: OperationId, call: Call, { token }: Person): Request {
  const [method, template] = operations[operation].split(' ') as [string, string]
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call.path?.[name] ?? ''))
  const url = new URL(path, 'http://rack.test')
  const query = { ...call.query, ...(isList(operation) && { limit: '1000' }) }
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  return new Request(url, { method, headers: { ...call.headers, authorization: `Bearer ${token}` } })
}

eachDatabase((_name, open) => {
  let w: Prepared
  beforeAll(async () => {
    w = await prepare(await open(), signInPorts)
  }, 60_000)
  afterAll(() => w.world.stop())

  async function read(request: Request, caller: Caller): Promise<Opened> {
    const response = await w.world.plane.fetch(request, caller)
    expect(response.status).toBe(200)
    const reader = response.body!.getReader()
    let hasEnded = false
    reader.closed.catch(() => (hasEnded = true))
    // a client that takes its time
    expect((await reader.read()).done).toBe(false)
    return { hasEnded: () => hasEnded, leave: () => reader.cancel() }
  }

  async function write(request: Request, caller: Caller): Promise<Opened> {
    let stop: (() => void) | undefined
    async function* slowly() {
      yield new Uint8Array(16)
      await new Promise<void>((resolve) => (stop = resolve))
    }
    let answer: Response | undefined
    const answered = w.world.plane.fetch(request, { ...caller, body: slowly() })
    void answered.then((response) => (answer = response))
    await eventually(() => stop !== undefined || answer !== undefined)
    expect(answer?.status).toBeUndefined()
    return {
      // without this header, the host would wait for the rest of the body first
      hasEnded: () => [401, 403, 404].includes(answer?.status ?? 0) && answer!.headers.get('connection') === 'close',
      async leave() {
        stop!()
        await answered
      },
    }
  }

  async function connect(request: Request, caller: Caller): Promise<Opened> {
    const accept = await w.world.plane.upgrade(request, caller)
    if (accept instanceof Response) throw new Error(await accept.text())
    let left: (() => void) | undefined
    let isServed = false
    let hasEnded = false
    const socket: Socket = {
      send: () => undefined,
      buffered: () => 0,
      close: () => (hasEnded = true),
      onMessage: () => (isServed = true),
      onClose: (listener) => (left = listener),
    }
    accept(socket)
    await eventually(() => isServed || hasEnded)
    expect(hasEnded).toBe(false)
    return { hasEnded: () => hasEnded, leave: async () => left?.() }
  }

  /** Opens it with a new token of someone who may. */
  async function begin(operation: OperationId) {
    const each = cases[operation]!
    const made = await each.make?.(w)
    const call = await each.call(w, made)
    const actor = OPENERS.find((one) => outcomeOf(each.rule, one, operation) === 'allow')!
    const opener = call.as?.[actor] ?? w.people[actor]
    const token = await must(opener, 'POST', '/rackwright/me/access-tokens', { name: w.fresh('token') })
    const person = w.world.withToken((token as unknown as { token: string }).token)
    const request = requestOf(operation, call, person)
    const caller = { address: '127.0.0.1', secure: false }
    const how = isSocket(operation) ? connect : isTaken(operation) ? write : read
    const opened = await how(request, caller)
    return { opened, actor, opener, tokenId: token.id, isStandIn: opener !== w.people[actor] }
  }

  const twoSeconds = () => w.world.clock.advance(2000)
  /** Time passes while it waits: a check reads the database, and the next one is due only after it. */
  const ending = ({ hasEnded }: Opened) =>
    eventually(async () => {
      await w.world.clock.advance(ACCESS_CHECK_INTERVAL_MS)
      return hasEnded()
    })

  describe.each([
    ['sends bytes', sent],
    ['sends a long list', lists],
    ['takes bytes', taken],
    ['is a socket', sockets],
  ])('what %s', (_, of) => {
    test.each(of)('%s ends when its token is revoked', async (operation) => {
      const { opened, opener, tokenId } = await begin(operation)
      await twoSeconds()
      expect(opened.hasEnded()).toBe(false)
      await must(opener, 'DELETE', `/v1/me/access-tokens/${tokenId}`)
      await ending(opened)
      await opened.leave().catch(() => undefined)
      expect(w.world.errors).toEqual([])
    })

    test.each(of)('%s ends when its role is removed', async (operation) => {
      const { opened, actor, isStandIn } = await begin(operation)
      const policy = POLICIES[actor]
      const needsRole = cases[operation]!.rule.outcome(actor === 'silo admin' ? { member: true } : {}) !== 'allow'
      if (policy && needsRole && !isStandIn) {
        const { role_assignments } = w.policies[policy.name]
        const others = role_assignments.filter(({ identity_id }) => identity_id !== w.ids[actor])
        await must(w.operator, 'PUT', policy.path, { role_assignments: others })
        await ending(opened)
        await must(w.operator, 'PUT', policy.path, { role_assignments })
      } else {
        await twoSeconds()
        expect(opened.hasEnded()).toBe(false)
      }
      await opened.leave().catch(() => undefined)
      expect(w.world.errors).toEqual([])
    })
  })
})
