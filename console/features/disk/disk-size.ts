// Sizes of disks as people choose them: whole GiB, within what the API takes.
import { MAX_DISK_GIB, MIN_DISK_GIB } from '#contract/limits.ts'
import { GiB } from '../../util/format.ts'

/** What a disk made from this needs at least, in GiB. */
export const leastGiB = (bytes: number) => Math.max(MIN_DISK_GIB, Math.ceil(bytes / GiB))

/** A round size that leaves some room: the next multiple of ten, in GiB. */
export const nextTen = (bytes: number) => Math.min(MAX_DISK_GIB, Math.ceil(leastGiB(bytes) / 10) * 10)
