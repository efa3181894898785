// What may be done to an instance in which state, and why not otherwise: one table for the API's refusal and the button's
// tooltip. No zod here: the console imports this.

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

/** On its way to another state by itself. */
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
  serial_console: 'be reached over the serial console',
}

/** What a person would wait for: the other states pass by themselves or are rarely seen. */
const worthNaming: Partial<Record<InstanceAction, readonly InstanceState[]>> = {
  resize: ['stopped', 'failed'],
  update_boot_disk: ['stopped', 'failed'],
  stop: ['running'],
  detach_disk: ['stopped', 'failed'],
  attach_disk: ['stopped'],
  serial_console: ['running'],
}

type Subject = { run_state: InstanceState } | { runState: InstanceState }

/** Undefined when the action is open, else a sentence for the person. */
export function whyNotInstance(action: InstanceAction, instance: Subject): string | undefined {
  const state = 'run_state' in instance ? instance.run_state : instance.runState
  const open: readonly InstanceState[] = instanceCan[action]
  if (open.includes(state)) return undefined
  return `Only ${(worthNaming[action] ?? open).join(' or ')} instances can ${verbs[action]}`
}
