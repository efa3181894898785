// The key of this installation, with which hosts let it in, and the keys of the hosts. All are files in the data directory that only the
// server's user can read.
import { createHash, randomUUID } from 'node:crypto'
import { access, chmod, link, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DriverError } from '../../driver-error.ts'
import type { HostAddress, HostKey } from '../../hosts.ts'
import { runChild } from '../access/child.ts'
import { HOST_ALIAS, type SshFiles } from '../access/ssh-options.ts'

const TIMEOUT_MS = 14_000
const SCAN_SECONDS = 10
/** The best first. */
const KEY_TYPES = ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521', 'ssh-rsa']

export interface Keys {
  publicKey(): Promise<string>
  scan(at: HostAddress): Promise<HostKey>
  /** The files to connect to a host with, whose key is written to one of them. */
  filesFor(host: { id: string; key: string }): Promise<SshFiles>
}

async function keygen(...args: string[]): Promise<string> {
  const { code, output, complaint } = await runChild(['ssh-keygen', ...args], { timeoutMs: TIMEOUT_MS })
  if (code === 0) return String(output)
  throw new DriverError('refused', 'there is no SSH key: install the package openssh-client', complaint.trim())
}

/** `within` is for tests, whose hosts are in a network of their own. */
export function makeKeys(folder: string, within: readonly string[] = []): Keys {
  const identity = join(folder, 'id_ed25519')
  let made: Promise<string> | undefined

  /** Another replica may make one at the same time: the first to be in place is everybody's. */
  async function makeKey(): Promise<string> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    const isThere = await access(identity).then(
      () => true,
      () => false,
    )
    if (!isThere) {
      const own = join(folder, `new-${randomUUID()}`)
      await keygen('-q', '-t', 'ed25519', '-N', '', '-C', 'rackwright', '-f', own)
      await link(own, identity).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      })
      for (const file of [own, `${own}.pub`]) await rm(file, { force: true })
    }
    return keygen('-y', '-f', identity)
  }

  const publicKey = async () => {
    made ??= makeKey()
    try {
      const [type = '', key = ''] = (await made).split(' ')
      return `${type} ${key}`
    } catch (error) {
      made = undefined
      throw error
    }
  }

  return {
    publicKey,

    async scan({ address, port }) {
      const command = [...within, 'ssh-keyscan', '-T', String(SCAN_SECONDS), '-p', String(port), '--', address]
      const { output } = await runChild(command, { timeoutMs: TIMEOUT_MS })
      const found = keyIn(String(output))
      if (!found) throw new DriverError('host', `No SSH server answers at ${address}, port ${port}.`)
      return found
    },

    async filesFor({ id, key }) {
      await publicKey()
      const known = join(folder, 'known_hosts')
      await mkdir(known, { recursive: true, mode: 0o700 })
      if (!/^[\w-]+$/.test(id)) throw new DriverError('refused', `"${id}" cannot name a host`)
      const file = join(known, id)
      const temporary = `${file}.${randomUUID()}`
      await writeFile(temporary, `${HOST_ALIAS} ${key}\n`, { mode: 0o600 })
      await rename(temporary, file).catch(async (error: unknown) => {
        await rm(temporary, { force: true })
        throw error
      })
      return { identity, knownHosts: file, ssh: within.length > 0 ? [...within, 'ssh'] : undefined }
    },
  }
}

/** The best key of those that `ssh-keyscan` prints. */
export function keyIn(scanned: string): HostKey | undefined {
  const keys = scanned.split('\n').flatMap((line) => {
    const [, type = '', key = ''] = /^[^#\s]\S*\s+(\S+)\s+([A-Za-z0-9+/=]+)\s*$/.exec(line) ?? []
    return KEY_TYPES.includes(type) ? [{ type, key }] : []
  })
  const [best] = keys.sort((one, other) => KEY_TYPES.indexOf(one.type) - KEY_TYPES.indexOf(other.type))
  return best && { key: `${best.type} ${best.key}`, fingerprint: fingerprintOf(best.key) }
}

/** As `ssh-keygen -l` prints it. */
const fingerprintOf = (base64: string) =>
  `SHA256:${createHash('sha256')
    .update(Uint8Array.from(atob(base64), (each) => each.charCodeAt(0)))
    .digest('base64')
    .replace(/=+$/, '')}`
