// What it means when a background loop keeps failing: for issues, alerts and the documentation. No zod: the console imports this.

export const loopTexts = {
  'address-confirmation': {
    title: 'Confirmation e-mails are not being sent',
    why: 'Members cannot confirm their addresses, and get no alerts. Check the SMTP settings.',
  },
  'alert-condition': {
    title: 'Issues are not being checked',
    why: 'Issues may be missing here, and raise no alert. Fix what the reason names.',
  },
  'alert-delivery': {
    title: 'Alerts are not being sent',
    why: 'Receivers get alerts late or not at all. Fix what the reason names.',
  },
  architecture: {
    title: 'The boot files of disks are not being read',
    why: 'Disks and images of earlier versions count as x86-64. Check the disks of the server.',
  },
  audit: {
    title: 'The audit log is not being sealed',
    why: 'Nothing proves that later entries are unchanged. Verify the audit log, and find out who changed it.',
  },
  'audit-forward': {
    title: 'The audit log is not being forwarded',
    why: 'The syslog server gets no entries. Check the server and the settings. Entries wait, and are forwarded later.',
  },
  'console-run': {
    title: 'Console output is not being saved',
    why: 'If a sled is lost, so is the last output of its instances. Check the sled that the reason names.',
  },
  drain: {
    title: 'Sleds are not being drained',
    why: 'Instances stay on sleds that are to be emptied. Fix what the reason names.',
  },
  deleted: {
    title: 'Deleted resources are not being removed for good',
    why: 'They take up space and quota longer than they should. Check the database.',
  },
  devices: {
    title: 'Interfaces and CDs of running instances do not change',
    why: 'What was added to or removed from a running instance waits. Check the sled that the reason names.',
  },
  fabric: {
    title: 'Switches cannot be configured',
    why: 'Changes to ports, addresses and BGP have no effect. Check the switches.',
  },
  failover: {
    title: 'Lost sleds are not being replaced',
    why: 'Instances of sleds that do not answer stay down. Fix what the reason names.',
  },
  hardware: {
    title: 'The hardware cannot be read',
    why: 'Nobody notices sleds that are added or lost. Check the sleds and the way to them.',
  },
  host: {
    title: 'Hosts cannot be checked',
    why: 'New hosts stay in checking, and nobody notices hosts that are lost. Check the host that the reason names.',
  },
  'image-upload': {
    title: 'Images cannot be made of uploads',
    why: 'Uploads wait. Check the disk space of the server, and that qemu-img is installed if machines are real.',
  },
  instance: {
    title: 'Instances do not follow requests',
    why: 'Starting, stopping or deleting an instance has no effect. Check the sled that the reason names.',
  },
  backup: {
    title: 'Backups are not being stored',
    why: 'The server cannot record what it does at backup targets. Check the database.',
  },
  'installation-backup': {
    title: 'The installation is not being backed up',
    why: 'The server cannot record what it does at the backup target. Check the database.',
  },
  'instance-clone': {
    title: 'Clones of instances do not end',
    why: 'Instances that are cloned stay in creation. Check the database.',
  },
  'instance-rollback': {
    title: 'Instances do not go back to points in time',
    why: 'Instances that go back stay stopped. Check the database.',
  },
  metrics: {
    title: 'Metrics are not being recorded',
    why: 'Charts have gaps. Check the sled or the database that the reason names.',
  },
  network: {
    title: 'Networks cannot be changed',
    why: 'Changes to VPCs have no effect. Check the hosts and databases of the network.',
  },
  protection: {
    title: 'Protection policies do not run',
    why: 'Disks are not being copied to snapshots. Fix what the reason names.',
  },
  prune: {
    title: 'Old data is not being deleted',
    why: 'The database keeps growing. Check the database.',
  },
  secrets: {
    title: 'Secrets cannot be opened',
    why: 'They were encrypted with another secret key. Bring that key back, or enter the secrets again.',
  },
  storage: {
    title: 'Disks and snapshots cannot be created or deleted',
    why: 'Requests wait, and space is not freed. Check the disk space and the file system of the server.',
  },
  'support-bundle': {
    title: 'Support bundles cannot be collected or deleted',
    why: 'Check the disk space and the file system of the server.',
  },
  usage: {
    title: 'Utilization is not being recorded',
    why: 'The charts of silos have gaps. Check the database.',
  },
} as const

export type LoopName = keyof typeof loopTexts
