// Every alert class, with a sentence on when it is raised, and how subscriptions match classes. No zod: the console imports this.

export const alertClasses = {
  'alert.undelivered': 'A receiver has not accepted alerts for an hour.',
  'audit.changed': 'The audit log is not as it was sealed. New entries are not sealed.',
  'backup.failed': 'Backups of a silo cannot be stored at a backup target, or what is stored there is damaged.',
  'backup.installation_failed': 'A planned backup of the installation failed, is not complete, or did not run.',
  'backup.missed': 'The last backup is older than two days.',
  'bgp.session_down': 'A BGP session that should be up is down.',
  'certificate.expiring': 'A TLS certificate expires within 30 days, or has expired.',
  'disk.faulted': 'A disk is faulted: its contents could not be created, or were lost.',
  'failover.blocked': 'A sled does not answer, and nothing can fence it, so its instances stay down.',
  'host.key_changed': 'A host shows another SSH key than the one that was trusted. Nothing connects to it.',
  'instance.failed': 'An instance failed.',
  'instance.restarted': 'A failed instance was restarted automatically.',
  'instance.taken_over': 'Another installation has taken over instances of a silo, and runs them now.',
  'login.throttled': 'Logins to a silo are being throttled after many wrong passwords. Raised once an hour at most.',
  'network.database_down': 'A database of the network does not answer. Traffic goes on, but changes wait.',
  'network.host_down': 'A host of the network does not answer.',
  'network.lagging': 'A host or database of the network has not confirmed changes for a while.',
  'pool.nearly_exhausted': 'Nearly all addresses of an IP pool are in use.',
  'protection.failed': 'A protection policy did not run, or could not copy a disk.',
  'quota.nearly_reached': 'A silo uses nearly all of one of its quotas.',
  'sled.fenced': 'A sled that did not answer was fenced, and its instances start on other sleds.',
  'sled.out_of_service': 'A sled no longer accepts instances.',
  'sled.unreachable': 'A sled does not answer.',
  'snapshot.faulted': 'A snapshot could not be created.',
  'space.low': 'The file system of the data directory is nearly full.',
  'space.overcommitted': 'Disks, snapshots and images are together larger than the file system that holds them.',
  'storage.degraded': 'The storage of disks works, but with less than it needs.',
  'storage.down': 'The storage of disks does not answer. Guests wait for it.',
  'storage.full': 'The storage of disks is nearly full, or full, and then guests wait.',
  'storage.slow': 'The storage of disks answers slowly.',
  'work.failing': 'Work in the background, such as sealing the audit log, keeps failing.',
  'work.stuck': 'Work that takes seconds has not ended after ten minutes.',
} as const

export type AlertClassName = keyof typeof alertClasses
export const alertClassNames = Object.keys(alertClasses) as AlertClassName[]

/** Sent on request, to test a receiver. It cannot be subscribed to. */
export const PROBE_CLASS = 'probe'

/** Classes that concern one project. Its members can subscribe to them. */
export const projectAlertClasses = [
  'disk.faulted',
  'instance.failed',
  'instance.restarted',
  'protection.failed',
  'snapshot.faulted',
] as const satisfies AlertClassName[]
/** Classes that concern one silo. Its administrators can subscribe to them. */
export const siloAlertClasses = [
  ...projectAlertClasses,
  'backup.failed',
  'certificate.expiring',
  'instance.taken_over',
  'login.throttled',
  'quota.nearly_reached',
] as const satisfies AlertClassName[]

/** Alternating segments and dots: the form of a class name, in which a segment can also be * or **. */
export const SUBSCRIPTION_FORM = /^([a-zA-Z0-9_]+|\*|\*\*)(\.([a-zA-Z0-9_]+|\*|\*\*))*$/

export const isGlob = (subscription: string) => subscription.includes('*')

/** `*` stands for one segment of a class name, `**` for one or more. */
export function matchesClass(subscription: string, alertClass: string): boolean {
  const [pattern, segments] = [subscription.split('.'), alertClass.split('.')]
  const matches = (at: number, from: number): boolean => {
    if (at === pattern.length) return from === segments.length
    if (from === segments.length) return false
    if (pattern[at] === '**') return matches(at + 1, from + 1) || matches(at, from + 1)
    return (pattern[at] === '*' || pattern[at] === segments[from]) && matches(at + 1, from + 1)
  }
  return matches(0, 0)
}
