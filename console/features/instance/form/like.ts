// Filling the form for a new instance from one that is there.
import { prefetch, type Query } from '../../../api.ts'
import type { Data } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'
import {
  first1000Instances,
  instanceAntiAffinityGroups,
  instanceDisks,
  instanceExternalIps,
  instanceInterfaces,
  instanceSshKeys,
  instanceView,
} from '../instance-queries.ts'
import { subnetById } from '../../vpc-subnet/vpc-subnet-queries.ts'
import { vpcById } from '../../vpc/vpc-queries.ts'
import { generatedName } from '../../../util/generated-name.ts'
import { GiB } from '../../../util/format.ts'
import { defaultsFor, presets, type InstanceValues, type Offer, type OtherDisk } from './values.ts'
import type { InterfaceCreate } from '../networking/network-interface-form.lazy.tsx'

type ItemOf<Op extends OperationId> = Data<Op> extends { items: (infer T)[] } ? T : never

export interface Like {
  instance: Data<'instance_view'>
  disks: ItemOf<'instance_disk_list'>[]
  addresses: ItemOf<'instance_external_ip_list'>[]
  keys: ItemOf<'instance_ssh_public_key_list'>[]
  groups: ItemOf<'instance_anti_affinity_group_list'>[]
  interfaces: InterfaceCreate[]
  /** names that are taken in the project */
  names: string[]
}

/** Everything that tells what an instance is like. Its interfaces name their networks only by id, so these are asked for too. */
export const likeQuery = (project: string, name: string): Query<Like> => ({
  key: ['instance_view', { like: name, project }],
  async fetch() {
    const [instance, disks, addresses, nics, keys, groups, others] = await Promise.all([
      prefetch(instanceView(project, name)),
      prefetch(instanceDisks(project, name)),
      prefetch(instanceExternalIps(project, name)),
      prefetch(instanceInterfaces(project, name)),
      prefetch(instanceSshKeys(project, name)),
      prefetch(instanceAntiAffinityGroups(project, name)),
      prefetch(first1000Instances(project)),
    ])
    const interfaces = await Promise.all(
      nics.items.map(async (nic) => {
        const [vpc, subnet] = await Promise.all([prefetch(vpcById(nic.vpcId)), prefetch(subnetById(nic.subnetId))])
        const nameOf = (found: typeof vpc | typeof subnet) => (found.type === 'success' ? found.data.name : '')
        return {
          name: nic.name,
          description: nic.description,
          vpcName: nameOf(vpc),
          subnetName: nameOf(subnet),
          ip: null,
        }
      }),
    )
    return {
      instance,
      interfaces,
      disks: disks.items,
      addresses: addresses.items,
      keys: keys.items,
      groups: groups.items,
      names: others.items.map((other) => other.name),
    }
  },
})

export function likeness(like: Like, offer: Offer): InstanceValues {
  const { instance, disks, addresses, keys, groups } = like
  const hasKey = (id: string) => keys.some((key) => key.id === id)
  const boot = disks.find(({ id }) => id === instance.bootDiskId)
  return {
    ...defaultsFor(offer),
    name: nextName(instance.name, like.names),
    description: instance.description,
    ...hardwareOf(instance.ncpus, instance.memory / GiB),
    ...bootOf(boot, offer),
    ...networkingOf(like.interfaces),
    disks: disks.filter((disk) => disk !== boot).map(copyOf),
    sshKeys: offer.sshKeys.filter(hasKey),
    ephemeral: addresses.some(({ kind }) => kind === 'ephemeral'),
    antiAffinityGroups: groups.map(({ name }) => name),
    autoRestart: instance.autoRestartPolicy ?? 'default',
  }
}

const MAX_NAME_LENGTH = 63

/** The next free name: web-1 → web-2, node-09 → node-10, db → db-2. */
export function nextName(name: string, taken: readonly string[] = []): string {
  const [, stem = `${name}-`, number = '1'] = /^(.*?)(\d+)$/.exec(name) ?? []
  const used = new Set(taken)
  // BigInt, because adding 1 to a number of 17 digits may not change it
  for (let next = BigInt(number) + 1n; ; next += 1n) {
    const digits = String(next).padStart(number.length, '0')
    const candidate = `${stem.slice(0, MAX_NAME_LENGTH - digits.length)}${digits}`
    if (!used.has(candidate)) return candidate
  }
}

function hardwareOf(ncpus: number, memory: number): Partial<InstanceValues> {
  const preset = `${ncpus}/${memory}`
  const tab = (Object.keys(presets) as (keyof typeof presets)[]).find((one) => presets[one].includes(preset))
  return tab ? { hardwareTab: tab, preset } : { hardwareTab: 'custom', ncpus, memory }
}

function bootOf(
  boot: Like['disks'][number] | undefined,
  { siloImages, projectImages }: Offer,
): Partial<InstanceValues> {
  const isIt = ({ id }: { id: string }) => id === boot?.imageId
  const size = boot ? { bootSize: Math.ceil(boot.size / GiB) } : {}
  if (siloImages.some(isIt)) return { ...size, bootTab: 'silo', siloImage: boot?.imageId ?? '' }
  if (projectImages.some(isIt)) return { ...size, bootTab: 'project', projectImage: boot?.imageId ?? '' }
  return size
}

function copyOf(disk: Like['disks'][number]): OtherDisk {
  const { name, description, size, blockSize, imageId, snapshotId } = disk
  const diskSource = imageId
    ? ({ type: 'image', imageId } as const)
    : snapshotId
      ? ({ type: 'snapshot', snapshotId } as const)
      : ({ type: 'blank', blockSize: blockSize as 512 | 2048 | 4096 } as const)
  return { type: 'create', name: generatedName([name]), description, size, diskSource }
}

function networkingOf(interfaces: InterfaceCreate[]): Partial<InstanceValues> {
  const [first, ...others] = interfaces
  if (!first) return { networking: 'none' }
  const isDefault = others.length === 0 && first.vpcName === 'default' && first.subnetName === 'default'
  return isDefault ? { networking: 'default' } : { networking: 'create', interfaces }
}
