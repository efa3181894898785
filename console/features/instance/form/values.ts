// Values of the instance create form, their defaults, and the request they become. No React here.
import type { Model } from '#contract/client.ts'
import { generatedName } from '../../../util/generated-name.ts'
import { nextTen } from '../../../util/disk-size.ts'
import { GiB } from '../../../util/format.ts'
import type { InterfaceCreate } from '../networking/network-interface-form.lazy.tsx'

export type Image = Model<'Image'>
export type InstanceCreate = Model<'InstanceCreate'>
export type HardwareTab = 'general' | 'cpu' | 'memory' | 'custom'
export type BootTab = 'silo' | 'project' | 'disk'
export type OtherDisk = (Model<'DiskCreate'> & { type: 'create' }) | { type: 'attach'; name: string }

export interface InstanceValues {
  name: string
  description: string
  start: boolean
  hardwareTab: HardwareTab
  /** '4/16': so many vCPUs, so many GiB */
  preset: string
  ncpus: number
  memory: number
  bootTab: BootTab
  siloImage: string
  projectImage: string
  bootSize: number
  bootName: string
  bootDisk: string
  disks: OtherDisk[]
  sshKeys: string[]
  networking: 'default' | 'none' | 'create'
  interfaces: InterfaceCreate[]
  hostname: string
  ephemeral: boolean
  pool: string
  floatingIps: string[]
  antiAffinityGroups: string[]
  autoRestart: 'default' | 'never' | 'best_effort'
  userData: UserData | null
}

export interface UserData {
  file: File
  base64: string
}

export const presets: Record<Exclude<HardwareTab, 'custom'>, readonly string[]> = {
  general: ['2/8', '4/16', '8/32', '16/64', '32/128'],
  cpu: ['2/4', '4/8', '8/16', '16/32', '32/64'],
  memory: ['2/16', '4/32', '8/64', '16/128'],
}

/** vCPUs and GiB of memory. */
export function sizeOf({ hardwareTab, preset, ncpus, memory }: Partial<InstanceValues>): [number, number] {
  if (hardwareTab === 'custom') return [ncpus ?? NaN, memory ?? NaN]
  const [cpus = NaN, gib = NaN] = (preset ?? '').split('/').map(Number)
  return [cpus, gib]
}

export interface Offer {
  siloImages: readonly Image[]
  projectImages: readonly Image[]
  /** names of disks that can be attached */
  freeDisks: readonly string[]
  sshKeys: readonly string[]
  defaultPool: string | undefined
  /** names of the project's VPCs */
  vpcs: readonly string[]
}

/** The default interface is in this VPC. */
export const DEFAULT_VPC = 'default'

/** One with something to choose; when there is nothing at all, the one that offers to add an image. */
const firstTab = ({
  siloImages,
  projectImages,
  freeDisks,
}: Pick<Offer, 'siloImages' | 'projectImages' | 'freeDisks'>) =>
  siloImages.length > 0 ? 'silo' : projectImages.length === 0 && freeDisks.length > 0 ? 'disk' : 'project'

export function defaultsFor(offer: Offer): InstanceValues {
  const { siloImages, projectImages, freeDisks, sshKeys, defaultPool, vpcs } = offer
  const first = siloImages[0] ?? projectImages[0]
  return {
    name: '',
    description: '',
    start: true,
    hardwareTab: 'general',
    preset: '2/8',
    ncpus: 2,
    memory: 8,
    bootTab: firstTab({ siloImages, projectImages, freeDisks }),
    siloImage: '',
    projectImage: '',
    bootSize: first ? nextTen(first.size) : 10,
    bootName: '',
    bootDisk: '',
    disks: [],
    sshKeys: [...sshKeys],
    networking: vpcs.includes(DEFAULT_VPC) ? 'default' : 'none',
    interfaces: [],
    hostname: '',
    // without a pool an address cannot be had, and asking for one would refuse the instance
    ephemeral: defaultPool !== undefined,
    pool: defaultPool ?? '',
    floatingIps: [],
    antiAffinityGroups: [],
    autoRestart: 'default',
    userData: null,
  }
}

export const chosenImage = ({ bootTab, siloImage, projectImage }: Partial<InstanceValues>) =>
  bootTab === 'silo' ? siloImage : bootTab === 'project' ? projectImage : undefined

interface Context {
  images: readonly Image[]
  /** of generated names; given, so that what is shown is what is sent */
  suffix: string
}

/** Keys without a value are omitted: other servers refuse `auto_restart_policy: null`. */
export function toBody(values: InstanceValues, { images, suffix }: Context): InstanceCreate {
  const [ncpus, memory] = sizeOf(values)
  const { name, description, start, networking, interfaces, ephemeral, pool, floatingIps, autoRestart } = values
  const body: Partial<InstanceCreate> = {
    name,
    description,
    hostname: values.hostname.trim() || name,
    ncpus,
    memory: memory * GiB,
    bootDisk: bootDiskOf(values, { images, suffix }),
    disks: values.disks,
    networkInterfaces: networking === 'create' ? { type: 'create', params: interfaces } : { type: networking },
    externalIps:
      networking === 'none'
        ? []
        : [
            ...(ephemeral ? [ephemeralFrom(pool)] : []),
            ...floatingIps.map((floatingIp) => ({ type: 'floating' as const, floatingIp })),
          ],
    sshPublicKeys: values.sshKeys,
    antiAffinityGroups: values.antiAffinityGroups,
    ...(autoRestart !== 'default' && { autoRestartPolicy: autoRestart }),
    start,
    ...(values.userData && { userData: values.userData.base64 }),
  }
  return body as InstanceCreate
}

const ephemeralFrom = (pool: string) =>
  ({ type: 'ephemeral', ...(pool && { pool }) }) as Extract<
    NonNullable<InstanceCreate['externalIps']>[number],
    { type: 'ephemeral' }
  >

function bootDiskOf(values: InstanceValues, { images, suffix }: Context): InstanceCreate['bootDisk'] {
  const { bootTab, bootDisk, bootName, bootSize, name } = values
  if (bootTab === 'disk') return { type: 'attach', name: bootDisk }
  const imageId = chosenImage(values) ?? ''
  const image = images.find(({ id }) => id === imageId)
  return {
    type: 'create',
    name: bootName || generatedName([name, image?.name ?? 'boot'], suffix),
    description: `Boot disk of ${name}`,
    size: bootSize * GiB,
    diskSource: { type: 'image', imageId },
  }
}

const known = (value: number) => (Number.isNaN(value) ? 0 : value)

/** What the instance will take from the quota: storage at once, the rest while it runs. */
export function takenBy(values: Partial<InstanceValues>) {
  const [cpus, memory] = sizeOf(values)
  const disks = (values.disks ?? []).flatMap((disk) => (disk.type === 'create' ? [disk.size] : []))
  const boot = values.bootTab === 'disk' ? 0 : (values.bootSize ?? 0) * GiB
  return {
    cpus: known(cpus),
    memory: known(memory) * GiB,
    storage: known(boot) + disks.reduce((sum, size) => sum + size, 0),
  }
}
