// What an alert is about, as a page that the reader can open: something in a project of their own silo, otherwise its silo.
import type { Model } from '#contract/client.ts'
import { paths } from '../../paths.ts'

interface Place {
  name: string
  to: string
}

const textIn = (data: Model<'Alert'>['data'], key: string) => (typeof data[key] === 'string' ? data[key] : undefined)

export function placeOf(alertClass: string, data: Model<'Alert'>['data'], ownSilo: string): Place | undefined {
  const of = (key: string) => textIn(data, key)
  const [silo, project, target, targetId] = [of('siloName'), of('projectName'), of('targetName'), of('targetId')]
  if (alertClass.startsWith('sled.') && target && targetId)
    return { name: target, to: paths.sledInstances({ sledId: targetId }) }
  if (alertClass.startsWith('pool.') && target) return { name: target, to: paths.ipPool({ pool: target }) }
  if (alertClass.startsWith('network.') && target) return { name: target, to: paths.networkHosts() }
  if (alertClass.startsWith('bgp.') && target) return { name: target, to: paths.bgp() }
  if (alertClass === 'alert.undelivered' && target)
    return {
      name: target,
      to: (of('resource') === 'webhook' ? paths.webhook : paths.emailReceiver)({ receiver: target }),
    }
  if (silo !== undefined && silo === ownSilo && project) {
    const [instance, disk, snapshot] = [of('instanceName'), of('diskName'), of('snapshotName')]
    if (instance) return { name: instance, to: paths.instanceOverview({ project, instance }) }
    if (disk) return { name: disk, to: paths.diskSnapshots({ project, disk }) }
    if (snapshot) return { name: snapshot, to: paths.snapshots({ project }) }
  }
  return silo === undefined ? undefined : { name: silo, to: paths.silo({ silo }) }
}
