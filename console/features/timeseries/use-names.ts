// Names of the resources whose IDs are the fields of samples.
import { useMemo } from 'react'
import { useLoad } from '../../use-api.ts'
import { first1000Disks } from '../disk/disk-queries.ts'
import { first1000Instances } from '../instance/instance-queries.ts'
import { projectView } from '../project/project-queries.ts'
import { first1000Silos } from '../silo/silo-queries.ts'
import { first1000Sleds } from '../sled/sled-queries.ts'
import { fleetInstances } from './fleet-instances-queries.ts'
import type { Names } from './result-data.ts'

type Named = readonly { id: string; name: string }[] | undefined

const namesOf = (...lists: Named[]): Names =>
  new Map(lists.flatMap((list) => list?.map(({ id, name }): [string, string] => [id, name]) ?? []))

export function useProjectNames(project: string): Names {
  const instances = useLoad(first1000Instances(project), { optional: true }).data
  const disks = useLoad(first1000Disks(project), { optional: true }).data
  const own = useLoad(projectView(project), { optional: true }).data
  return useMemo(() => namesOf(instances?.items, disks?.items, own && [own]), [instances, disks, own])
}

export function useFleetNames(): Names {
  const instances = useLoad(fleetInstances(), { optional: true }).data
  const silos = useLoad(first1000Silos(), { optional: true }).data
  const sleds = useLoad(first1000Sleds(), { optional: true }).data
  return useMemo(
    () =>
      namesOf(
        instances?.map(({ id, label }) => ({ id, name: label })),
        silos?.items,
        sleds?.items.map(({ id, baseboard }) => ({ id, name: baseboard.serial })),
      ),
    [instances, silos, sleds],
  )
}
