// The demo world: built through the client as people would build it, over thirty days, and the same every time. It is built once, at
// build time (preview/demo-world.ts). The preview, `npm start -- --demo` and the browser tests start from the result (world.ts).
import { type Call, makeClient, unwrap } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'
import type { ControlPlane } from '../plane/control-plane.ts'
import { SESSION_HEADER } from '../frame/ports/caller.ts'
import { accessTokens } from './access-token.ts'
import { activity } from './activity.ts'
import { alerts } from './alert.ts'
import { disks } from './disk.ts'
import { ending } from './ending.ts'
import { fabric } from './fabric.ts'
import { floatingIps } from './floating-ip.ts'
import { images } from './image.ts'
import { instances } from './instance.ts'
import { pools } from './ip-pool.ts'
import { labels } from './label.ts'
import { protectionPolicies } from './protection-policy.ts'
import { projects } from './project.ts'
import { assertionOf, PROVIDER } from './saml.ts'
import { ADMIN_PASSWORD, addressOf, groupsOf, isLocal, PEOPLE_PASSWORD, silos } from './silo.ts'
import { sshKeys } from './ssh-key.ts'
import type { Act, Demo, Task } from './task.ts'
import type { Timeline } from './timeline.ts'
import { networks } from './vpc.ts'

export const DAYS = 30
/** Any moment will do: a host shifts all times so that the world ends when it is opened. A Monday afternoon. */
export const END = Date.UTC(2026, 10, 2, 15, 30)

const DAY_MS = 86_400_000
const SESSION_MS = 8 * 3_600_000

const momentOf = ({ day, at }: Task): number => {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const midnight = Math.floor(END / DAY_MS) * DAY_MS
  return midnight - day * DAY_MS + hours * 3_600_000 + minutes * 60_000
}

export const START = momentOf({ day: DAYS, at: '08:00', run: async () => undefined })

export async function furnishDemo(plane: Pick<ControlPlane, 'fetch'>, timeline: Timeline): Promise<void> {
  const demo = makeDemo(plane, timeline)
  const tasks = [
    silos,
    sshKeys,
    accessTokens,
    alerts,
    pools,
    fabric,
    projects,
    images,
    networks,
    floatingIps,
    disks,
    instances,
    labels,
    protectionPolicies,
    activity,
    ending,
  ].flatMap((make) => make())
  const sorted = tasks.map((each) => ({ ...each, moment: momentOf(each) })).sort((a, b) => a.moment - b.moment)
  for (const { moment, day, at, run } of sorted) {
    // something before may have taken a while
    if (moment > timeline.now().getTime()) await timeline.jump(moment)
    await run(demo).catch((error: unknown) => {
      throw new Error(`day ${day}, ${at}: ${(error as Error).message}`, { cause: error })
    })
  }
  if (timeline.now().getTime() > END) throw new Error('the demo world takes longer than its thirty days')
  await timeline.jump(END)
}

const acting =
  (call: Call): Act =>
  async (operation, params) =>
    unwrap(operation, await (call as (...given: unknown[]) => ReturnType<Call>)(operation, params)) as never

function makeDemo(plane: Pick<ControlPlane, 'fetch'>, timeline: Timeline): Demo {
  const sessions = new Map<string, { call: Call; until: number }>()
  const host = 'http://demo.invalid'

  async function signIn(silo: string, user: string, password?: string): Promise<string | undefined> {
    const caller = { address: addressOf(user), secure: true }
    const request = isLocal(silo)
      ? new Request(`${host}/v1/login/${silo}/local`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: user, password: password ?? passwordOf(user) }),
        })
      : new Request(`${host}/login/${silo}/saml/${PROVIDER}`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ SAMLResponse: assertionOf(user, groupsOf(user), timeline.now()) }).toString(),
        })
    const response = await plane.fetch(request, caller)
    return response.headers.get(SESSION_HEADER) ?? undefined
  }

  async function callOf(silo: string, user: string): Promise<Call> {
    const key = `${silo}/${user}`
    const now = timeline.now().getTime()
    const known = sessions.get(key)
    if (known && known.until > now) return known.call
    const session = await signIn(silo, user)
    if (!session) throw new Error(`${user} could not sign in to ${silo}`)
    const caller = { address: addressOf(user), secure: true, session }
    const call = makeClient({ host, fetch: (input, init) => plane.fetch(new Request(input, init), caller) })
    sessions.set(key, { call, until: now + SESSION_MS })
    return call
  }

  const as = async (silo: string, user: string) => acting(await callOf(silo, user))
  return {
    as,
    try: callOf,
    signIn,
    admin: (async (operation: OperationId, params: never) =>
      (await as('recovery', 'admin'))(operation, params)) as unknown as Act,
    pass: (milliseconds) => timeline.pass(milliseconds),
  }
}

const passwordOf = (user: string) => (user === 'admin' ? ADMIN_PASSWORD : PEOPLE_PASSWORD)
