// The guides for people: docs/guides/<name>.md, read at /docs/guides/<name>. In the order in which the index lists them.

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
  'first-steps': 'First Steps of a New Installation',
  silos: 'Silos and Single Sign-on',
  audit: 'Issues and Audit Log',
  'ip-pools': 'IP Pools',
  fabric: 'Fabric',
  maintenance: 'Maintenance',
} as const

export type Guide = keyof typeof guides

export const isGuide = (name: string | undefined): name is Guide => name !== undefined && Object.hasOwn(guides, name)
