// Lets a virsh of this machine talk to the libvirt of a host: over the connection that there is anyway, with its key and its known host
// key. virsh would connect by itself with what the user has. What is more, we hear before virsh that a connection has ended.
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from '../host.ts'

/** That of the daemon which has all drivers, and that of QEMU alone. */
const SOCKETS = ['/run/libvirt/libvirt-sock', '/run/libvirt/virtqemud-sock']

/** A virsh that has said goodbye closes its end as well, a moment after libvirt. */
const GOODBYE_MS = 500

export interface Relay {
  /** What virsh connects to. */
  uri: string
  close(): void
}

/** The folder is private and of this process. Calls `onBreak` when a connection that virsh uses has ended, before virsh can know. */
export async function openRelay(
  { access, virsh }: Host,
  folder: string,
  name: string,
  onBreak: () => void,
): Promise<Relay> {
  const path = join(folder, name)
  const own = new URL(virsh.uri).searchParams.get('socket')
  const open = new Set<Duplex>()
  let isClosed = false

  async function connect(): Promise<Duplex> {
    const [first = '', second] = own === null ? SOCKETS : [own]
    return access.connect(first).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || second === undefined) throw error
      return access.connect(second)
    })
  }

  const server = createServer({ allowHalfOpen: true }, (here) => {
    open.add(here)
    here.on('error', () => undefined)
    const joinBoth = async () => {
      const there = await connect()
      open.add(there)
      there.on('error', () => undefined)
      here.pipe(there)
      // its end is not passed on yet: virsh would act on it
      there.pipe(here, { end: false })
      await finished(there, { writable: false }).catch(() => undefined)
      if (!(await leaves(here)) && !isClosed) onBreak()
      here.end()
      there.destroy()
      open.delete(there)
    }
    void joinBoth()
      .catch(() => here.destroy())
      .finally(() => open.delete(here))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  return {
    uri: `qemu+unix:///system?socket=${path}`,
    close() {
      isClosed = true
      server.close()
      for (const each of open) each.destroy()
    },
  }
}

/** Whether the other side of a connection closes it soon. */
async function leaves(here: Duplex): Promise<boolean> {
  here.resume()
  const end = finished(here, { writable: false }).catch(() => undefined)
  await Promise.race([end, sleep(GOODBYE_MS)])
  return here.readableEnded || here.destroyed
}
