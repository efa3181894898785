// Which actions an instance allows in which state, and why not otherwise: one table for the API's errors and the console's
// tooltips. No zod: the console imports this.

export const instanceStates = [
  'creating',
  'starting',
  'running',
  'stopping',
  'stopped',
  'rebooting',
  'migrating',
  'repairing',
  'failed',
  'destroyed',
] as const
export type InstanceState = (typeof instanceStates)[number]

/** States that end without user action. */
export const instanceTransitional: readonly InstanceState[] = ['creating', 'starting', 'stopping', 'rebooting']

export const instanceCan = {
  start: ['stopped', 'failed'],
  delete: ['stopped', 'failed'],
  resize: ['stopped', 'failed', 'creating'],
  update_boot_disk: ['stopped', 'failed', 'creating'],
  reboot: ['running'],
  stop: ['running', 'starting', 'rebooting', 'failed'],
  detach_disk: ['creating', 'stopped', 'failed'],
  attach_disk: ['creating', 'stopped'],
  update_network_interface: ['stopped'],
  detach_network_interface: ['stopped', 'failed'],
  update_external_ips: ['running', 'stopped', 'rebooting'],
  serial_console: ['running', 'rebooting', 'migrating', 'repairing'],
} as const satisfies Record<string, readonly InstanceState[]>
export type InstanceAction = keyof typeof instanceCan

const verbs: Record<InstanceAction, string> = {
  start: 'be started',
  delete: 'be deleted',
  resize: 'be resized',
  update_boot_disk: 'get another boot disk',
  reboot: 'be rebooted',
  stop: 'be stopped',
  detach_disk: 'have disks detached',
  attach_disk: 'have disks attached',
  update_network_interface: 'have their network interfaces changed',
  detach_network_interface: 'have network interfaces detached',
  update_external_ips: 'have their external IPs changed',
  serial_console: 'be reached over the serial console',
}

/** The states a tooltip names; the others are brief or rare. */
const worthNaming: Partial<Record<InstanceAction, readonly InstanceState[]>> = {
  resize: ['stopped', 'failed'],
  update_boot_disk: ['stopped', 'failed'],
  stop: ['running'],
  detach_disk: ['stopped', 'failed'],
  attach_disk: ['stopped'],
  serial_console: ['running'],
}

export const canInstance = (action: InstanceAction, state: InstanceState): boolean =>
  (instanceCan[action] as readonly InstanceState[]).includes(state)

type Subject = { run_state: InstanceState } | { runState: InstanceState }

/** A sentence for the tooltip; undefined when the action is available. */
export function whyNotInstance(action: InstanceAction, instance: Subject): string | undefined {
  const state = 'run_state' in instance ? instance.run_state : instance.runState
  if (canInstance(action, state)) return undefined
  return `Only ${(worthNaming[action] ?? instanceCan[action]).join(' or ')} instances can ${verbs[action]}`
}
