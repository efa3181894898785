// The content of a page's docs button: one sentence about its topic, and links to guides. Loaded when the button is pressed.
import { ExternalLink } from '@lucide/icons'
import { Icon } from '../ui/display/icon.tsx'
import { guides, type Guide } from './guides.ts'
import { paths } from '../paths.ts'
import { Link } from '../frame/link.tsx'

interface Topic {
  about: string
  summary: string
  guides: readonly Guide[]
}

export const topics = {
  projects: {
    about: 'projects',
    summary: 'A project groups instances, disks and networks, and controls who has access to them.',
    guides: ['key-concepts', 'projects', 'labels'],
  },
  'recently-deleted': {
    about: 'recently deleted resources',
    summary: 'What is deleted can be restored for a while. The silo sets how long.',
    guides: ['recently-deleted', 'disks-and-snapshots'],
  },
  users: {
    about: 'users',
    summary: 'Everyone who can sign in to the silo, and service accounts for programs.',
    guides: ['invitations', 'users', 'access-control', 'second-factor', 'access-tokens', 'service-accounts'],
  },
  'backup-targets': {
    about: 'backup targets',
    summary: 'Protection policies store their points in time at backup targets, outside of the installation.',
    guides: ['backups', 'restore-elsewhere', 'protection'],
  },
  'installation-backups': {
    about: 'backups of the installation',
    summary: 'The server stores all of its data and disks at a backup target, on a schedule.',
    guides: ['installation-backups', 'backups', 'restore-elsewhere'],
  },
  protection: {
    about: 'protection',
    summary: 'A protection policy takes snapshots of disks by a schedule, and removes old ones.',
    guides: ['protection', 'backups', 'disks-and-snapshots'],
  },
  'service-accounts': {
    about: 'service accounts',
    summary: 'A service account is a user for a program. It cannot sign in and acts with access tokens.',
    guides: ['service-accounts', 'access-control'],
  },
  'access-tokens': {
    about: 'access tokens',
    summary: 'A program uses an access token to act on your behalf. Limit it to what the program needs.',
    guides: ['access-tokens', 'command-line'],
  },
  sessions: {
    about: 'sessions',
    summary: 'Each browser in which you sign in has a session. End those you do not recognize.',
    guides: ['access-tokens', 'password'],
  },
  'second-factor': {
    about: 'the second factor',
    summary: 'With a second factor, a stolen password is not enough to sign in.',
    guides: ['second-factor', 'password'],
  },
  access: {
    about: 'access',
    summary: 'Users and groups have roles on the silo or a project. The strongest role applies.',
    guides: ['key-concepts', 'access-control'],
  },
  alerts: {
    about: 'alerts',
    summary: 'An alert tells webhooks and e-mail addresses that something failed or is about to.',
    guides: ['alerts', 'webhooks'],
  },
  'email-alerts': {
    about: 'e-mail alerts',
    summary: 'Get an e-mail when something fails in a project or, as an administrator, in the silo.',
    guides: ['email-alerts'],
  },
  images: {
    about: 'images',
    summary: 'Disks are created from images. An image belongs to one project or is shared with the silo.',
    guides: ['images', 'architectures', 'installers'],
  },
  utilization: {
    about: 'utilization',
    summary: 'CPUs, memory and storage in use, and how much of the quota is left.',
    guides: ['utilization'],
  },
  metrics: {
    about: 'metrics',
    summary: 'Running instances are measured every five seconds. Query the samples with OxQL.',
    guides: ['metrics', 'oxql'],
  },
  instances: {
    about: 'instances',
    summary: 'An instance is a virtual machine. Connect over its network or its serial console.',
    guides: [
      'instances',
      'remote-access',
      'real-machines',
      'command-line',
      'instance-actions',
      'resize-and-clone',
      'labels',
      'installers',
    ],
  },
  'new-instance': {
    about: 'creating instances',
    summary: 'Choose a size and a boot disk. Everything else has a default.',
    guides: ['instances', 'instance-actions', 'quick-start'],
  },
  disks: {
    about: 'disks',
    summary: 'A disk keeps its data independently of instances and can be attached to one at a time.',
    guides: ['disks-and-snapshots'],
  },
  snapshots: {
    about: 'snapshots',
    summary: 'A snapshot captures a disk at one moment. Create disks and images from it.',
    guides: ['disks-and-snapshots'],
  },
  'system-utilization': {
    about: 'system utilization',
    summary: 'What silos have provisioned, compared with their quotas and the physical capacity.',
    guides: ['metrics', 'inventory'],
  },
  inventory: {
    about: 'the inventory',
    summary: 'Racks hold sleds, which run instances and hold the physical disks, and the switches that connect them.',
    guides: ['inventory', 'hosts', 'sled-maintenance', 'failover'],
  },
  silos: {
    about: 'silos',
    summary: 'A silo is a tenant with its own users, projects and quotas. Silos cannot see each other.',
    guides: ['first-steps', 'silo-for-a-team', 'silos'],
  },
  silo: {
    about: 'silos',
    summary: 'A silo is a tenant with its own users, projects and quotas. Silos cannot see each other.',
    guides: ['silo-for-a-team', 'silos', 'invitations', 'users', 'ip-pools', 'access-control'],
  },
  'fleet-access': {
    about: 'fleet access',
    summary: 'Operators have roles on the fleet. Fleet roles do not reach into projects.',
    guides: ['first-steps', 'access-control'],
  },
  audit: {
    about: 'issues and the audit log',
    summary: 'Issues show what needs attention now. The audit log records who did what.',
    guides: ['audit', 'sealed-audit-log'],
  },
  'ip-pools': {
    about: 'IP pools',
    summary: 'Pools hold external IPs. Silos linked to a pool can use them for their instances.',
    guides: ['ip-pools'],
  },
  'external-networks': {
    about: 'external networks',
    summary: 'An external network says where the addresses of IP pools live, and which hosts carry their traffic.',
    guides: ['external-networks', 'ip-pools'],
  },
  fabric: {
    about: 'the fabric',
    summary: 'Switch ports, addresses and BGP sessions connect the rack to the network around it.',
    guides: ['fabric'],
  },
  'allow-list': {
    about: 'the allow list',
    summary: 'The allow list limits the addresses from which the API and the console can be reached.',
    guides: ['maintenance'],
  },
  'support-bundles': {
    about: 'support bundles',
    summary: 'A support bundle is a zip file of diagnostics. It holds no passwords, keys or tokens.',
    guides: ['maintenance'],
  },
  'target-release': {
    about: 'the target release',
    summary: 'The target release is the version that the system should run.',
    guides: ['maintenance'],
  },
  probes: {
    about: 'probes',
    summary: 'A probe is a small test machine on a sled of your choice. Operators check the network with it.',
    guides: ['maintenance', 'networking'],
  },
  vpcs: {
    about: 'VPCs',
    summary: 'A VPC is a private network with its own subnets, routers, internet gateways and firewall rules.',
    guides: ['networking', 'firewall-rules'],
  },
  routers: {
    about: 'routers',
    summary: 'A custom router adds routes for the subnets that use it. The system router serves every subnet.',
    guides: ['custom-routers', 'networking'],
  },
  'floating-ips': {
    about: 'floating IPs',
    summary: 'A floating IP is an external address that belongs to the project and can move between instances.',
    guides: ['floating-ips', 'networking'],
  },
  'ssh-keys': {
    about: 'SSH keys',
    summary: 'Select keys when you create an instance to connect to it over SSH.',
    guides: ['ssh-keys'],
  },
} as const satisfies Record<string, Topic>

export type TopicName = keyof typeof topics

export function DocsTopic({ name }: { name: TopicName; onClose: () => void }) {
  const topic: Topic = topics[name]
  return (
    <div className="w-72 max-w-full">
      <h2 className="font-medium">Learn about {topic.about}</h2>
      <p className="mt-1 text-muted">{topic.summary}</p>
      <h3 className="mt-3 mb-1 text-xs font-medium text-muted">Guides</h3>
      <ul>
        {topic.guides.map((guide) => (
          <li key={guide}>
            <Link
              to={paths.guide({ guide })}
              target="_blank"
              rel="noreferrer"
              className="-mx-2 flex h-8 items-center gap-2 rounded-md px-2 text-accent hover:bg-hover"
            >
              {guides[guide]}
              <Icon icon={ExternalLink} className="size-3.5" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
