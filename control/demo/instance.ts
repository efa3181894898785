// Creates the demo's instances, in the order in which they were needed, and lets each of them boot.
import { GIB } from '#contract/limits.ts'
import { type Act, type Demo, type Task, task } from './task.ts'
import { wanted, type Wanted } from './instance-list.ts'

/** A machine starts within three seconds and its guest within three more. */
const BOOT_MS = 6000

const web = { name: 'web', description: 'Never both on one sled', policy: 'allow', failureDomain: 'sled' } as const
const near = {
  name: 'catalog',
  description: 'Search close to its data',
  policy: 'allow',
  failureDomain: 'sled',
} as const

async function addGroups({ admin }: Demo): Promise<void> {
  const query = { project: 'storefront' }
  await admin('anti_affinity_group_create', { query, body: web })
  await admin('affinity_group_create', { query, body: near })
}

const joinGroup = ({ admin }: Demo) =>
  admin('affinity_group_member_instance_add', {
    path: { affinityGroup: near.name, instance: 'search' },
    query: { project: 'storefront' },
  })

/** Images of the project come before those of the silo. */
async function findImage(act: Act, project: string, name: string): Promise<string> {
  const { items } = await act('image_list', { query: { project, limit: 1000 } })
  const own = items.find((image) => image.name === name)
  return (own ?? (await act('image_view', { path: { image: name } }))).id
}

async function create(demo: Demo, each: Wanted): Promise<void> {
  const act = await demo.as(each.silo, each.user)
  const { project, name, description, ncpus, memory, disk, attach = [], floatingIp, apart, nic } = each
  const imageId = await findImage(act, project, each.image)
  const body = {
    name,
    description,
    hostname: name,
    ncpus,
    memory: memory * GIB,
    bootDisk: {
      type: 'create' as const,
      name: `${name}-boot`,
      description: '',
      size: disk * GIB,
      diskSource: { type: 'image' as const, imageId },
    },
    disks: attach.map((one) => ({ type: 'attach' as const, name: one })),
    externalIps: [
      ...(floatingIp ? [{ type: 'floating' as const, floatingIp }] : []),
      ...(each.isPublic ? [{ type: 'ephemeral' as const }] : []),
    ],
    ...(nic && {
      networkInterfaces: {
        type: 'create' as const,
        params: [{ name: 'net0', description: '', vpcName: nic.vpc, subnetName: nic.subnet }],
      },
    }),
    antiAffinityGroups: apart ? [apart] : [],
    autoRestartPolicy: each.isLeftAlone ? ('never' as const) : null,
    start: !each.isStopped,
  }
  await act('instance_create', { query: { project }, body })
  await demo.pass(BOOT_MS)
}

export const instances = (): Task[] => [
  task(28, '09:30', addGroups),
  ...wanted.map((each, n) => task(each.day, `${10 + (n % 6)}:${10 + ((n * 7) % 45)}`, (demo) => create(demo, each))),
  task(27, '16:40', joinGroup),
]
