// Authorization test cases for the CD drives of instances.
import type { instanceCd as operations } from '#contract/instance-cd.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { isoDescriptor } from '../iso.ts'
import { makeProjectImage } from './image.ts'
import { atInstance, makeInstance } from './instance.ts'

interface Pair {
  instance: Named
  image: Named
}

async function make(w: Prepared): Promise<Pair> {
  const [instance, image] = [await makeInstance(w), await makeProjectImage(w)]
  await w.world.host.volumes.write(image.id, ...isoDescriptor())
  return { instance, image }
}

async function makeInserted(w: Prepared): Promise<Pair> {
  const pair = await make(w)
  await must(w.owner, 'POST', `/rackwright/instances/${pair.instance.id}/cd/insert`, { image: pair.image.id })
  return pair
}

export const instanceCd: Cases<keyof typeof operations> = {
  instance_cd_view: row({ rule: inProject('viewer'), make, call: (_, { instance }) => atInstance(instance) }),
  instance_cd_insert: row({
    rule: inProject('collaborator'),
    make,
    call: (_, { instance, image }) => ({ ...atInstance(instance), body: { image: image.id } }),
  }),
  instance_cd_eject: row({
    rule: inProject('collaborator'),
    make: makeInserted,
    call: (_, { instance }) => atInstance(instance),
  }),
}
