// Hosts: Debian machines that operators add while the server runs, each reached over SSH. One that fits is a sled that waits to be added. An
// addition of ours, for fleet administrators. Only the setup script is for everyone: it holds nothing secret.
import { z } from 'zod'
import { byId, flag, list, type Operations } from './define.ts'
import {
  DEFAULT_SSH_PORT,
  HOST_USER,
  hostAddressProblem,
  hostPortProblem,
  hostUserProblem,
  isHostFingerprint,
} from './host-checks.ts'
import { canonicalIp, isIp } from './ip.ts'
import { maybe, uint16, uuid } from './values.ts'

/**
 * `waiting` for somebody to compare its key, `checking`, `unfit` with a failed check, `ready` to be added as a sled, `in_service`, and
 * `unreachable` while it does not answer or shows another key.
 */
export const HostState = z.enum(['waiting', 'checking', 'unfit', 'ready', 'in_service', 'unreachable'])
export const HostCheckState = z.enum(['ok', 'warning', 'failed'])

export const HostCheck = z.object({
  name: z.string(),
  state: HostCheckState,
  text: z.string(),
  /** What to do about it. */
  remedy: maybe(z.string()),
})

const checked = (problem: (text: string) => string | undefined) =>
  z.string().refine((text) => problem(text) === undefined, { error: (issue) => problem(String(issue.input)) })

const port = uint16.refine((number) => hostPortProblem(number) === undefined, {
  error: (issue) => hostPortProblem(Number(issue.input)),
})

export const Host = z.object({
  id: uuid,
  address: z.string(),
  port: uint16,
  user: z.string(),
  state: HostState,
  /** Fingerprint of the host key, as `ssh-keygen -l` prints it: `SHA256:…`. */
  fingerprint: z.string(),
  checks: z.array(HostCheck),
  /** The sled that it is, or becomes when it is added. Null until the host has said which. */
  sled_id: maybe(uuid),
  /** Serial number of that sled, by which it is added. */
  serial: maybe(z.string()),
})

export const HostCreate = z.object({
  address: checked(hostAddressProblem).overwrite((text) => (isIp(text) ? canonicalIp(text) : text.toLowerCase())),
  port: port.default(DEFAULT_SSH_PORT),
  user: checked(hostUserProblem).default(HOST_USER),
})

export const HostTrust = z.object({
  fingerprint: z.string().refine(isHostFingerprint, 'expected SHA256: and 43 characters, as ssh-keygen -l prints it'),
})

const at = { path: { host: uuid } }

export const host = {
  host_list: list(Host, byId),
  host_create: { body: HostCreate, status: 201, answer: Host },
  host_view: { ...at, status: 200, answer: Host },
  host_trust: { ...at, body: HostTrust, status: 202, answer: Host },
  host_check: { ...at, status: 202, answer: Host },
  host_delete: { ...at, query: { force: flag.default(false) }, status: 204 },
} satisfies Operations<'host'>
