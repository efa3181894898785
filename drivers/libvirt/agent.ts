// The agent in a guest, qemu-guest-agent, behind a virtio port. Whether there is one is the guest's business: nothing waits for it for
// long, and everything works without it.
import { DriverError } from '../driver-error.ts'
import { factsFrom, type GuestFacts } from '../guest.ts'
import type { Host } from './host.ts'
import { nameOf } from './record.ts'
import { attributesOf } from './xml.ts'

const PORT = 'org.qemu.guest_agent.0'
/** Seconds. libvirt gives up after that. */
const PATIENCE = 3
/** The file systems of a guest may have much to write. */
const FREEZE_PATIENCE = 10
const MAX_ANSWER_CHARACTERS = 1_000_000

export const agentXml = `<channel type="unix"><target type="virtio" name="${PORT}"/></channel>`

/** Whether an agent has opened the port. */
export const hasAgent = (xml: string): boolean =>
  (xml.match(/<channel [\s\S]*?<\/channel>/g) ?? []).some((channel) => {
    const target = attributesOf(channel, 'target')
    return target?.name === PORT && target.state === 'connected'
  })

/** Undefined if the agent does not answer, or not with what was asked. */
async function ask({ virsh }: Host, machine_id: string, execute: string, patience = PATIENCE): Promise<unknown> {
  const question = JSON.stringify({ execute })
  try {
    const answer = await virsh.run('qemu-agent-command', nameOf(machine_id), question, '--timeout', String(patience))
    if (answer.length > MAX_ANSWER_CHARACTERS) return undefined
    return (JSON.parse(answer) as { return?: unknown } | null)?.return
  } catch (error) {
    if (error instanceof DriverError && error.code === 'host') throw error
    return undefined
  }
}

/** Undefined without an agent. */
export async function guestFacts(host: Host, machine_id: string): Promise<GuestFacts | undefined> {
  const system = await ask(host, machine_id, 'guest-get-osinfo')
  if (system === undefined) return undefined
  const name = await ask(host, machine_id, 'guest-get-host-name')
  return factsFrom({ system, host: name, interfaces: await ask(host, machine_id, 'guest-network-get-interfaces') })
}

/** It has no answer to this but its end. */
export async function askToShutDown(host: Host, machine_id: string): Promise<void> {
  await ask(host, machine_id, 'guest-shutdown')
}

/** Whether the file systems of the guest are written and stand still. `thaw` must follow in any case: the answer may have been late. */
export const freeze = async (host: Host, machine_id: string): Promise<boolean> =>
  (await ask(host, machine_id, 'guest-fsfreeze-freeze', FREEZE_PATIENCE)) !== undefined

/** Whether they go on. Thawing what was not frozen does nothing. */
export const thaw = async (host: Host, machine_id: string): Promise<boolean> =>
  (await ask(host, machine_id, 'guest-fsfreeze-thaw', FREEZE_PATIENCE)) !== undefined
