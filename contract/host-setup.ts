// The script that prepares a Debian machine to become a host, and what is set in it. An addition of ours. The script itself is anonymous,
// because a new host fetches it, and holds nothing secret.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { fromProblem, networkDatabaseProblem } from './host-checks.ts'
import { MAX_HOST_SOURCES } from './limits.ts'
import { maybe, upTo } from './values.ts'

const checked = (problem: (text: string) => string | undefined) =>
  z.string().refine((text) => problem(text) === undefined, { error: (issue) => problem(String(issue.input)) })

const settings = {
  /** Where this server connects from. The key is accepted from nowhere else. Empty: from everywhere. */
  from: upTo(MAX_HOST_SOURCES, checked(fromProblem)),
  /** The southbound database of OVN as hosts reach it. Null: as this server reaches it, if that is not a socket of its own machine. */
  network_database: maybe(checked(networkDatabaseProblem)),
}

export const HostSetup = z.object({
  ...settings,
  /** Digest of the script, in hexadecimal. */
  sha256: z.string(),
  /** What hosts let in: `ssh-ed25519 …`. */
  public_key: z.string(),
  /** The user that the script prepares: `root` if the server runs as root. */
  user: z.string(),
  /** Whether the rack has a network that hosts take part in. */
  needs_network: z.boolean(),
})

export const HostSetupUpdate = z.object(settings)

export const hostSetup = {
  host_setup_script: { status: 200, raw: true },
  host_setup_view: { status: 200, answer: HostSetup },
  host_setup_update: { body: HostSetupUpdate, status: 200, answer: HostSetup },
} satisfies Operations<'host_setup'>
