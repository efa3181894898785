// The user guides: docs/guides/<name>.md, served at /docs/guides/<name>, in the order of the index.

export const guides = {
  'key-concepts': 'Key Concepts',
  'quick-start': 'Quick Start',
  projects: 'Projects',
  'access-control': 'Access Control',
  instances: 'Instances',
  'instance-actions': 'Instance Actions',
  'remote-access': 'Remote Access',
  'command-line': 'Command Line',
  'disks-and-snapshots': 'Disks and Snapshots',
  images: 'Images',
  networking: 'Networking',
  'firewall-rules': 'Firewall Rules',
  'floating-ips': 'Floating IPs',
  'custom-routers': 'Custom Routers',
  metrics: 'Metrics',
  oxql: 'OxQL',
  utilization: 'Utilization',
  'ssh-keys': 'SSH Keys',
  inventory: 'Inventory',
  'first-steps': 'First Steps on a New Installation',
  silos: 'Silos and Single Sign-on',
  audit: 'Issues and Audit Log',
  'ip-pools': 'IP Pools',
  fabric: 'Fabric',
  maintenance: 'Maintenance',
} as const

export type Guide = keyof typeof guides

export const isGuide = (name: string | undefined): name is Guide => name !== undefined && Object.hasOwn(guides, name)
