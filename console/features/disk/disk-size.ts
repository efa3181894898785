// Sizes of disks as people choose them: whole GiB, within what the API takes.
import { GiB } from '../../util/format.ts'

export const SMALLEST_DISK = 1
export const LARGEST_DISK = 1023

/** What a disk made from this needs at least, in GiB. */
export const leastGiB = (bytes: number) => Math.max(SMALLEST_DISK, Math.ceil(bytes / GiB))

/** A round size that leaves some room: the next multiple of ten, in GiB. */
export const nextTen = (bytes: number) => Math.min(LARGEST_DISK, Math.ceil(leastGiB(bytes) / 10) * 10)
