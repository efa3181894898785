// What can be done with an instance in which state; see states.ts.
import { stateTable, type StateRule } from './states.ts'

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
export const instanceTransitional: readonly InstanceState[] = [
  'creating',
  'starting',
  'stopping',
  'rebooting',
  'migrating',
]

const rules = {
  start: { in: ['stopped', 'failed'], verb: 'be started' },
  stop: { in: ['running', 'starting', 'rebooting', 'migrating', 'failed'], verb: 'be stopped', named: ['running'] },
  force_stop: {
    in: ['running', 'starting', 'rebooting', 'migrating', 'stopping'],
    verb: 'be forced to stop',
    named: ['running', 'stopping'],
  },
  reboot: { in: ['running'], verb: 'be rebooted' },
  migrate: { in: ['running'], verb: 'be moved' },
  delete: { in: ['stopped', 'failed'], verb: 'be deleted' },
  resize: { in: ['stopped', 'failed', 'creating'], verb: 'be resized', named: ['stopped', 'failed'] },
  resize_and_restart: { in: ['running', 'stopped', 'failed'], verb: 'be resized' },
  clone: { in: ['running', 'stopped', 'failed'], verb: 'be cloned' },
  go_back: { in: ['running', 'stopped', 'failed'], verb: 'go back to a point in time' },
  update_boot_disk: {
    in: ['stopped', 'failed', 'creating'],
    verb: 'get another boot disk',
    named: ['stopped', 'failed'],
  },
  attach_disk: { in: ['creating', 'stopped'], verb: 'have disks attached', named: ['stopped'] },
  detach_disk: { in: ['creating', 'stopped', 'failed'], verb: 'have disks detached', named: ['stopped', 'failed'] },
  hot_attach_disk: {
    in: ['creating', 'running', 'stopped'],
    verb: 'have disks attached',
    named: ['running', 'stopped'],
  },
  hot_detach_disk: {
    in: ['creating', 'running', 'stopped', 'failed'],
    verb: 'have disks detached',
    named: ['running', 'stopped', 'failed'],
  },
  resize_disk: {
    in: ['running', 'rebooting', 'creating', 'stopped', 'failed'],
    verb: 'have disks resized',
    named: ['running', 'stopped', 'failed'],
  },
  update_network_interface: { in: ['stopped'], verb: 'have their network interfaces changed' },
  detach_network_interface: { in: ['stopped', 'failed'], verb: 'have network interfaces detached' },
  hot_attach_network_interface: { in: ['running', 'stopped'], verb: 'have network interfaces added' },
  hot_detach_network_interface: {
    in: ['running', 'stopped', 'failed'],
    verb: 'have network interfaces detached',
  },
  change_cd: {
    in: ['running', 'rebooting', 'stopped', 'failed'],
    verb: 'have their CD changed',
    named: ['running', 'stopped', 'failed'],
  },
  update_external_ips: {
    in: ['running', 'stopped', 'rebooting'],
    verb: 'have their external IPs changed',
    named: ['running', 'stopped'],
  },
  join_group: { in: ['creating', 'stopped', 'failed'], verb: 'join a group', named: ['stopped', 'failed'] },
  screen: { in: ['running', 'rebooting', 'migrating', 'stopping'], verb: 'show their screen', named: ['running'] },
  serial_console: {
    in: ['running', 'rebooting', 'migrating', 'repairing'],
    verb: 'be reached over the serial console',
    named: ['running'],
  },
} satisfies Record<string, StateRule<InstanceState>>
export type InstanceAction = keyof typeof rules

const table = stateTable<InstanceState, InstanceAction>('instances', rules)

export const canInstance = table.can

type Subject = { run_state: InstanceState } | { runState: InstanceState }

export const whyNotInstance = (action: InstanceAction, instance: Subject): string | undefined =>
  table.whyNot(action, 'run_state' in instance ? instance.run_state : instance.runState)
