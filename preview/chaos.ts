// The weather of a network, in a preview that has none: every call takes a while, and some fail when a build asks for it.
import type { Clock, Random } from '#control/frame/ports.ts'

/** Waits, and may answer in the control plane's place. */
export type Sabotage = (request: Request) => Promise<Response | undefined>

/** Ways to fail, each as often as it stands here. */
const FAILURES = [401, 403, 404, 404, 404, 404, 404, 500, 500]

export function makeSabotage(clock: Clock, random: Random, chaosPercent: number): Sabotage {
  const chance = () => {
    const [a, b] = random.bytes(2)
    return (a! * 256 + b!) / 65536
  }
  return async (request) => {
    if (!/^\/(v1|rackwright\/disks)\//.test(new URL(request.url).pathname)) return undefined
    await clock.sleep(200 + chance() * 200)
    if (!(chaosPercent > 0) || !request.headers.has('x-chaos') || chance() * 100 >= chaosPercent) return undefined
    const status = FAILURES[Math.floor(chance() * FAILURES.length)]!
    const request_id = random.uuid()
    const body = JSON.stringify({ request_id, message: 'a failure that was asked for' })
    return new Response(body, { status, headers: { 'content-type': 'application/json', 'x-request-id': request_id } })
  }
}
