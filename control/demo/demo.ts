// The demo world: made through the client as people would make it, and the same every time.
// The preview opens with it, `npm start -- --demo` fills a new data directory with it, the browser tests live in it.
import { makeClient, type Call } from '#contract/client.ts'
import type { ControlPlane } from '../frame/control-plane.ts'
import type { FirstLogin } from '../system/first-run.ts'
import { SESSION_HEADER } from '../frame/ports.ts'
import { furnishDisks } from './disk.ts'
import { furnishFloatingIps } from './floating-ip.ts'
import { furnishInstances } from './instance.ts'
import { furnishPools } from './ip-pool.ts'
import { furnishProjects } from './project.ts'
import { furnishSilos } from './silo.ts'
import { furnishSshKeys } from './ssh-key.ts'
import { furnishNetworks } from './vpc.ts'

export interface Demo {
  /** Administrator of the fleet and of the first silo. */
  admin: Call
  login(silo: string, user: string, password: string): Promise<Call>
}

/** Returns the administrator's session. */
export async function furnishDemo(plane: ControlPlane, { silo, user, password }: FirstLogin): Promise<string> {
  const caller = { address: '127.0.0.1', secure: false }
  const clientOf = (session?: string) =>
    makeClient({
      host: 'http://demo.invalid',
      fetch: (input, init) => plane.fetch(new Request(input, init), { ...caller, session }),
    })

  async function open(siloName: string, username: string, secret: string): Promise<string> {
    const request = new Request(`http://demo.invalid/v1/login/${siloName}/local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: secret }),
    })
    const response = await plane.fetch(request, caller)
    const session = response.headers.get(SESSION_HEADER)
    if (!session) throw new Error(`the demo world could not log in as ${username}: ${await response.text()}`)
    return session
  }

  const session = await open(silo, user, password)
  const demo: Demo = {
    admin: clientOf(session),
    login: async (...who) => clientOf(await open(...who)),
  }
  await furnishSilos(demo)
  await furnishSshKeys(demo)
  await furnishPools(demo)
  await furnishProjects(demo)
  await furnishNetworks(demo)
  await furnishFloatingIps(demo)
  await furnishDisks(demo)
  await furnishInstances(demo)
  return session
}
