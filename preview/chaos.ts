// The network that a preview does not have: every call takes a while, and some fail when the address of the page asks for it.
import type { Clock } from '#control/frame/ports/clock.ts'
import type { Random } from '#control/frame/ports/host.ts'
import { CHAOS_HEADER, DELAY_HEADER } from './headers.ts'

/** Waits, and may answer in the control plane's place. */
export type Sabotage = (request: Request) => Promise<Response | undefined>

const MIN_DELAY_MS = 200
const MAX_DELAY_MS = 400
/** Ways to fail, each as often as it stands here. */
const FAILURES = [401, 403, 404, 404, 404, 404, 404, 500, 500]
const SEED_PRIME = 16_777_619
const SEED_START = 2_166_136_261

/** 0 <= chance < 1, the same for the same text. */
export function chanceOf(text: string): number {
  let hash = SEED_START
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), SEED_PRIME)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}

/** Makes the sabotage of one page. With a seed, the n-th call of an operation always has the same fate. */
export function makeSabotage(clock: Clock, random: Random): Sabotage {
  const calls = new Map<string, number>()

  function roll(seed: string, request: Request): (label: string) => number {
    if (!seed) return () => chanceOf(random.uuid())
    const call = `${request.method} ${new URL(request.url).pathname}`
    const count = (calls.get(call) ?? 0) + 1
    calls.set(call, count)
    return (label) => chanceOf(`${seed} ${call} ${count} ${label}`)
  }

  return async (request) => {
    const { pathname } = new URL(request.url)
    if (!/^\/(v1|rackwright|experimental)\//.test(pathname) || pathname === '/rackwright/events') return undefined
    const asked = request.headers.get(DELAY_HEADER)
    const usual = MIN_DELAY_MS + chanceOf(random.uuid()) * (MAX_DELAY_MS - MIN_DELAY_MS)
    const delay = asked === null ? usual : Number(asked)
    if (delay > 0) await clock.sleep(delay)
    const [percent = '', seed = ''] = (request.headers.get(CHAOS_HEADER) ?? '').split(';')
    const chance = roll(seed, request)
    if (!(Number(percent) > 0) || chance('fails') * 100 >= Number(percent)) return undefined
    const status = FAILURES[Math.floor(chance('how') * FAILURES.length)]!
    const request_id = random.uuid()
    const body = JSON.stringify({ request_id, message: 'This failure was requested by the address of the page.' })
    return new Response(body, { status, headers: { 'content-type': 'application/json', 'x-request-id': request_id } })
  }
}
