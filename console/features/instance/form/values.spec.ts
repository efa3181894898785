import { expect, test } from 'vitest'
import { defaultsFor, sizeOf, takenBy, toBody, type Image, type InstanceValues, type Offer } from './values.ts'
import { GiB } from '../../../util/format.ts'

const image = { id: 'image-1', name: 'debian-13', size: 11 * GiB } as Image
const offer: Offer = {
  siloImages: [image],
  projectImages: [],
  freeDisks: [],
  sshKeys: ['key-1', 'key-2'],
  defaultPool: 'public',
  vpcs: ['default'],
}
const context = { images: [image], suffix: '0123ab' }
const values = (change: Partial<InstanceValues> = {}): InstanceValues => ({
  ...defaultsFor(offer),
  name: 'web-1',
  siloImage: 'image-1',
  ...change,
})

test('what nobody touches becomes a small machine with an address, all keys and a disk of its own', () => {
  expect(toBody(values(), context)).toStrictEqual({
    name: 'web-1',
    description: '',
    hostname: 'web-1',
    ncpus: 2,
    memory: 8 * GiB,
    bootDisk: {
      type: 'create',
      name: 'web-1-debian-13-0123ab',
      description: 'Boot disk of web-1',
      size: 20 * GiB,
      diskSource: { type: 'image', imageId: 'image-1' },
    },
    disks: [],
    networkInterfaces: { type: 'default' },
    externalIps: [{ type: 'ephemeral', pool: 'public' }],
    sshPublicKeys: ['key-1', 'key-2'],
    antiAffinityGroups: [],
    start: true,
  })
})

test('keys without a value are omitted, not null', () => {
  expect(Object.values(toBody(values(), context))).not.toContain(null)
  expect(toBody(values({ pool: '' }), context).externalIps).toStrictEqual([{ type: 'ephemeral' }])
  expect(toBody(values({ autoRestart: 'never' }), context).autoRestartPolicy).toBe('never')
})

test('the size of another tab is not sent', () => {
  expect(sizeOf({ hardwareTab: 'memory', preset: '4/32', ncpus: 64, memory: 1 })).toEqual([4, 32])
  expect(sizeOf({ hardwareTab: 'custom', preset: '4/32', ncpus: 3, memory: 5 })).toEqual([3, 5])
})

test('no keys chosen is an empty list, for none would mean all', () => {
  expect(toBody(values({ sshKeys: [] }), context).sshPublicKeys).toEqual([])
})

test('interfaces that were drafted wait for their turn, and no interface means no ephemeral address', () => {
  const nic = { name: 'net1', description: '', vpcName: 'default', subnetName: 'default', ip: null }
  expect(toBody(values({ interfaces: [nic] }), context).networkInterfaces).toEqual({ type: 'default' })
  expect(toBody(values({ networking: 'create', interfaces: [nic] }), context).networkInterfaces).toEqual({
    type: 'create',
    params: [nic],
  })
  expect(toBody(values({ networking: 'none' }), context).externalIps).toEqual([])
})

test('without images the form starts with disks, and with a size that is a number', () => {
  const bare = defaultsFor({ ...offer, siloImages: [], freeDisks: ['old'], defaultPool: undefined })
  expect(bare).toMatchObject({ bootTab: 'disk', bootSize: 10, ephemeral: false })
  expect(toBody({ ...bare, name: 'a', bootDisk: 'old' }, context).bootDisk).toEqual({ type: 'attach', name: 'old' })
})

test('an attached disk takes no new storage; a field that is empty takes nothing', () => {
  expect(takenBy(values({ bootTab: 'disk' })).storage).toBe(0)
  expect(takenBy(values({ hardwareTab: 'custom', ncpus: NaN, memory: NaN }))).toMatchObject({ cpus: 0, memory: 0 })
  const disk = { type: 'create', name: 'd', description: '', size: GiB, diskSource: { type: 'blank', blockSize: 512 } }
  expect(takenBy(values({ disks: [disk as never, { type: 'attach', name: 'x' }] })).storage).toBe(21 * GiB)
})

const tabOf = (change: Partial<Offer>) => defaultsFor({ ...offer, siloImages: [], ...change }).bootTab

test('the form opens on a tab with something to choose, or on the one that offers to add an image', () => {
  expect(tabOf({ siloImages: [image], projectImages: [image], freeDisks: ['old'] })).toBe('silo')
  expect(tabOf({ projectImages: [image], freeDisks: ['old'] })).toBe('project')
  expect(tabOf({ freeDisks: ['old'] })).toBe('disk')
  expect(tabOf({})).toBe('project')
})

test('without the default VPC there is no interface, which the server would refuse', () => {
  for (const vpcs of [[], ['web']]) {
    const body = toBody({ ...values(), ...defaultsFor({ ...offer, vpcs }) }, context)
    expect(body).toMatchObject({ networkInterfaces: { type: 'none' }, externalIps: [] })
  }
})
