// The user guides: docs/guides/<name>.md, served at /docs/guides/<name>, in the order of the index.

export const guides = {
  'key-concepts': 'Key concepts',
  'quick-start': 'Quick start',
  projects: 'Projects',
  'access-control': 'Access control',
  instances: 'Instances',
  'instance-actions': 'Instance actions',
  'remote-access': 'Remote access',
  'real-machines': 'Real and simulated machines',
  'command-line': 'Command line',
  'disks-and-snapshots': 'Disks and snapshots',
  images: 'Images',
  networking: 'Networking',
  'firewall-rules': 'Firewall rules',
  'floating-ips': 'Floating IPs',
  'custom-routers': 'Custom routers',
  metrics: 'Metrics',
  oxql: 'OxQL',
  utilization: 'Utilization',
  'ssh-keys': 'SSH keys',
  'access-tokens': 'Access tokens and sessions',
  'second-factor': 'Second factor',
  'service-accounts': 'Service accounts',
  inventory: 'Inventory',
  'first-steps': 'First steps on a new installation',
  silos: 'Silos and single sign-on',
  audit: 'Issues and audit log',
  'sealed-audit-log': 'Prove, export and keep the audit log',
  alerts: 'Alerts',
  webhooks: 'Webhooks',
  'ip-pools': 'IP pools',
  'external-networks': 'External networks',
  fabric: 'Fabric',
  maintenance: 'Maintenance',
} as const

export type Guide = keyof typeof guides

export const isGuide = (name: string | undefined): name is Guide => name !== undefined && Object.hasOwn(guides, name)
