// Authorization test cases for disks. No loop runs here: requests create the volumes themselves.
import type { diskBlocks } from '#contract/disk-blocks.ts'
import type { diskHotplug } from '#contract/disk-hotplug.ts'
import type { diskSize } from '#contract/disk-size.ts'
import type { disk as operations } from '#contract/disk.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { diskBody, importing, settleStorage } from '../storage.ts'

export const inWeb = (w: Prepared) => ({ query: { project: 'web' }, hidden: `project with name "${w.project.name}"` })

export async function makeDisk(w: Prepared, more = {}): Promise<Named> {
  const disk = await must(w.owner, 'POST', '/v1/disks?project=web', diskBody(w.fresh('disk'), more))
  await settleStorage(w.world.host)
  return disk
}

async function makeStarted(w: Prepared): Promise<Named> {
  const disk = await makeDisk(w, importing)
  await must(w.owner, 'POST', `/v1/disks/${disk.id}/bulk-write-start`)
  return disk
}

const at = ({ id }: Named) => ({ path: { disk: id }, hidden: `disk with id "${id}"` })

const pools = new WeakMap<Prepared, Promise<void>>()
/** Instances need an address, so each world needs a pool. */
function makePool(w: Prepared): Promise<void> {
  const setUp = async () => {
    const name = w.fresh('disk-pool')
    await must(w.operator, 'POST', '/v1/system/ip-pools', { name, description: '' })
    const range = { first: '10.77.0.1', last: '10.77.15.254' }
    await must(w.operator, 'POST', `/v1/system/ip-pools/${name}/ranges/add`, range)
    const link = await w.operator.raw('POST', `/v1/system/ip-pools/${name}/silos`, { silo: 'acme', is_default: true })
    if (link.status !== 201 && link.status !== 400) throw new Error(`linking answered ${link.status}`)
  }
  const pool = pools.get(w) ?? setUp()
  pools.set(w, pool)
  return pool
}

interface Pair {
  instance: Named
  disk: Named
}

async function makePair(w: Prepared): Promise<Pair> {
  await makePool(w)
  const name = w.fresh('instance')
  const body = { name, description: '', hostname: name, ncpus: 1, memory: 2 ** 30, start: false }
  return { instance: await must(w.owner, 'POST', '/v1/instances?project=web', body), disk: await makeDisk(w) }
}

async function makeAttached(w: Prepared): Promise<Pair> {
  const pair = await makePair(w)
  await must(w.owner, 'POST', `/v1/instances/${pair.instance.id}/disks/attach`, { disk: pair.disk.id })
  return pair
}

const atInstance = ({ instance }: Pair) => ({
  path: { instance: instance.id },
  hidden: `instance with id "${instance.id}"`,
})

export const disk: Cases<
  keyof typeof operations | keyof typeof diskBlocks | keyof typeof diskSize | keyof typeof diskHotplug
> = {
  disk_list: row({ rule: inProject('viewer'), call: inWeb }),
  disk_create: row({
    rule: inProject('collaborator'),
    call: (w) => ({ ...inWeb(w), body: diskBody(w.fresh('disk')) }),
  }),
  disk_view: row({ rule: inProject('viewer'), make: makeDisk, call: (_, made) => at(made) }),
  disk_delete: row({ rule: inProject('collaborator'), make: makeDisk, call: (_, made) => at(made) }),
  disk_resize: row({
    rule: inProject('collaborator'),
    make: makeDisk,
    call: (_, made) => ({ ...at(made), body: { size: 2 * 2 ** 30 } }),
  }),
  disk_bulk_write_import_start: row({
    rule: inProject('collaborator'),
    make: (w) => makeDisk(w, importing),
    call: (_, made) => at(made),
  }),
  disk_bulk_write_import: row({
    rule: inProject('collaborator'),
    make: makeStarted,
    call: (_, made) => ({ ...at(made), body: { offset: 0, base64_encoded_data: '' } }),
  }),
  disk_blocks_write: row({
    rule: inProject('collaborator'),
    make: makeStarted,
    call: (_, made) => ({
      ...at(made),
      query: { offset: '0' },
      headers: { 'content-type': 'application/octet-stream' },
      body: '\0'.repeat(512),
    }),
  }),
  disk_bulk_write_import_stop: row({
    rule: inProject('collaborator'),
    make: makeStarted,
    call: (_, made) => at(made),
  }),
  disk_finalize_import: row({
    rule: inProject('collaborator'),
    make: (w) => makeDisk(w, importing),
    call: (_, made) => ({ ...at(made), body: {} }),
  }),
  instance_disk_list: row({ rule: inProject('viewer'), make: makeAttached, call: (_, made) => atInstance(made) }),
  instance_disk_attach: row({
    rule: inProject('collaborator'),
    make: makePair,
    call: (_, made) => ({ ...atInstance(made), body: { disk: made.disk.id } }),
  }),
  instance_disk_hot_attach: row({
    rule: inProject('collaborator'),
    make: makePair,
    call: (_, made) => ({ ...atInstance(made), body: { disk: made.disk.id } }),
  }),
  instance_disk_hot_detach: row({
    rule: inProject('collaborator'),
    make: makeAttached,
    call: (_, made) => ({ ...atInstance(made), body: { disk: made.disk.id } }),
  }),
  instance_disk_detach: row({
    rule: inProject('collaborator'),
    make: makeAttached,
    call: (_, made) => ({ ...atInstance(made), body: { disk: made.disk.id } }),
  }),
}
