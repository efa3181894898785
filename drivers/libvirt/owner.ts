// Whose a domain is, as its metadata says. Apart from the record of the machine, which a server that has just lost the machine may still
// write.
import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Installation, type Mark, type Standing, standingOf } from '../installation.ts'
import { disksIn } from './disks-in.ts'
import { attributes, attributesOf } from './xml.ts'

const URI = 'urn:rackwright:owner'
const PREFIX = 'rackwright-owner'

export interface Owner extends Installation {
  /** After a take-over: the folder of machines of the new owner, whose disks were moved there. The domain has the paths from before. */
  home?: string | undefined
}

/** As an element of the domain's metadata. */
export const ownerXml = (owner: Owner) => `<${PREFIX}:owner xmlns:${PREFIX}="${URI}"${attributes({ ...owner })}/>`

/** As virsh wants it. */
export const ownerArguments = (owner: Owner) => [
  '--uri',
  URI,
  '--key',
  PREFIX,
  '--set',
  `<owner${attributes({ ...owner })}/>`,
]

/** Undefined if the domain has none: version 0.2.0 wrote none. */
export function ownerIn(xml: string): Owner | undefined {
  const found = attributesOf(xml, `${PREFIX}:owner`)
  return found?.id === undefined ? undefined : { id: found.id, epoch: Number(found.epoch ?? 0), home: found.home }
}

/** Tells whose a domain is. `isHere`: its disks are in our directory. A directory that was copied has our mark, but not the disks. */
export function standingOfDomain(own: Installation, mark: Mark, isKnown: boolean, isHere: boolean): Standing {
  const standing = standingOf(own, mark, isKnown)
  return (standing === 'ours' || standing === 'unclaimed') && !isHere ? 'foreign' : standing
}

/** Where our own domains have their disks. */
export interface Places {
  /** The folder of the files of machines. */
  folder: string
  /** The path of a disk, if it can be one of ours. */
  disk(disk_id: string): string | undefined
}

/** Whether the disks of a domain are ours. Disks that somebody else has attached do not count. */
export async function isHere(xml: string, owner: Owner | undefined, { folder, disk }: Places): Promise<boolean> {
  if (owner?.home !== undefined) return isSame(owner.home, folder)
  for (const { id, path, isSeed } of disksIn(xml)) {
    if (id !== undefined && !(await isBeside(path, disk(id)))) return false
    if (isSeed && !(await isWithin(path, folder))) return false
  }
  return true
}

/** Images of Ceph are not files, so their names are all there is. */
async function isSame(one: string, other: string): Promise<boolean> {
  return one === other || (await real(one)) === (await real(other))
}

/** A snapshot that somebody else has made of a disk is a file beside it. */
const isBeside = async (path: string, own: string | undefined) => own !== undefined && isWithin(path, dirname(own))

async function isWithin(path: string, folder: string): Promise<boolean> {
  return path.startsWith(`${folder}/`) || (await real(path)).startsWith(`${await real(folder)}/`)
}

/** What does not exist here has only its name. */
const real = (path: string) => realpath(path).catch(() => path)
