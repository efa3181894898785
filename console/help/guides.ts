// The user guides: docs/guides/<name>.md, served at /docs/guides/<name>, in the groups and the order of the index.

export const guideGroups = {
  'Get started': {
    'key-concepts': 'Key concepts',
    'quick-start': 'Quick start',
    projects: 'Projects',
    labels: 'Labels',
    'recently-deleted': 'Recently deleted',
    'resize-and-clone': 'Resize and clone',
    'access-control': 'Access control',
    'command-line': 'Command line',
  },
  'Instances and disks': {
    instances: 'Instances',
    'instance-actions': 'Instance actions',
    'remote-access': 'Remote access',
    'ssh-keys': 'SSH keys',
    'real-machines': 'Real and simulated machines',
    'disks-and-snapshots': 'Disks and snapshots',
    protection: 'Protection policies',
    backups: 'Backups at backup targets',
    'installation-backups': 'Backups of the installation',
    'restore-elsewhere': 'Restore in another installation',
    images: 'Images',
    architectures: 'Architectures',
    installers: 'Installers and guest agents',
  },
  Networks: {
    networking: 'Networking',
    'firewall-rules': 'Firewall rules',
    'floating-ips': 'Floating IPs',
    'custom-routers': 'Custom routers',
  },
  'Use and limits': {
    metrics: 'Metrics',
    oxql: 'OxQL',
    utilization: 'Utilization',
    'email-alerts': 'E-mail alerts',
  },
  'Your account': {
    'access-tokens': 'Access tokens and sessions',
    password: 'Password and proofs',
    'second-factor': 'Second factor',
    'service-accounts': 'Service accounts',
  },
  'Run the system': {
    'first-steps': 'First steps on a new installation',
    'silo-for-a-team': 'Set up a silo for a team',
    silos: 'Silos and single sign-on',
    invitations: 'Invite people',
    users: 'Users who come and go',
    'ip-pools': 'IP pools',
    'external-networks': 'External networks',
    inventory: 'Inventory',
    hosts: 'Add hosts',
    'sled-maintenance': 'Empty and update sleds',
    failover: 'Failover of lost sleds',
    fabric: 'Fabric',
    audit: 'Issues and audit log',
    'sealed-audit-log': 'Prove, export and keep the audit log',
    alerts: 'Alerts',
    webhooks: 'Webhooks',
    maintenance: 'Maintenance',
  },
} as const

type Groups = typeof guideGroups
type NameOf<G> = G extends unknown ? keyof G : never
export type Guide = NameOf<Groups[keyof Groups]>

export const guides = Object.assign({}, ...Object.values(guideGroups)) as Record<Guide, string>

export const allGuides = Object.keys(guides) as Guide[]

/** What to read after a guide. */
export const nextGuide = (guide: Guide): Guide | undefined => allGuides[allGuides.indexOf(guide) + 1]

export const isGuide = (name: string | undefined): name is Guide => name !== undefined && Object.hasOwn(guides, name)
