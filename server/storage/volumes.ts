// Where the bytes of disks are: files in a directory, or images in a pool of Ceph. Both are marked, so that nobody else uses them.
import type { BlockStore } from '#drivers/blocks.ts'
import { openCephBlocks } from '#drivers/ceph/blocks.ts'
import { claimPool } from '#drivers/ceph/mark.ts'
import { DriverError } from '#drivers/driver-error.ts'
import { openFileBlocks } from '#drivers/files/blocks.ts'
import { spaceIn } from '#drivers/files/free-space.ts'
import { claimFolder } from '#drivers/files/mark.ts'
import { inPresentFolder } from '#drivers/files/present-folder.ts'
import type { Installation } from '#drivers/installation.ts'
import { clock } from '../clock.ts'
import { missingPrograms } from '../machine.ts'
import { cephOf } from '../option-readers.ts'
import { BadOption, type Options } from '../options.ts'
import type { DataDir } from './data-dir.ts'

interface Parts {
  data: Pick<DataDir, 'path'>
  installation: Installation & { before?: string | undefined }
  /** Other servers use the same volumes. */
  isShared: boolean
}

export async function openVolumes(
  options: Options,
  { data, installation: { id, before }, isShared }: Parts,
): Promise<{ volumes: BlockStore; folder: string }> {
  const pool = cephOf(options)
  if (!pool) {
    const folder = options.volumes ?? data.path('disks')
    const files = await openFileBlocks(folder, { shared: isShared ? { clock } : undefined })
    await claimFolder(folder, id, before)
    return { volumes: await inPresentFolder(files, folder, id), folder }
  }
  const missing = missingPrograms(['rbd', 'ceph', 'qemu-img', 'ceph-authtool'])
  if (missing.length > 0)
    throw new BadOption(
      `--volumes ${options.volumes} needs ${missing.join(' and ')}: install ceph-common, qemu-utils and qemu-block-extra`,
    )
  try {
    await claimPool(pool, id, before)
  } catch (error) {
    if (error instanceof DriverError) throw new BadOption(`${options.volumes} cannot be used: ${error.message}`)
    throw error
  }
  const folder = data.path('ceph')
  return { volumes: await openCephBlocks({ pool, folder, clock, isShared }), folder }
}

/** Undefined while Ceph does not answer: nothing is known then, and what is created waits for it. */
export const spaceOf = ({ space }: Pick<BlockStore, 'space'>, data: string) =>
  space
    ? () =>
        space().catch((error: unknown) => {
          if (error instanceof DriverError && error.code === 'host') return undefined
          throw error
        })
    : () => spaceIn(data)
