// Disk sizes in forms: whole GiB, within the API's limits.
import { MAX_DISK_GIB, MIN_DISK_GIB } from '#contract/limits.ts'
import { GiB } from './format.ts'

/** The minimum size of a disk created from this, in GiB. */
export const leastGiB = (bytes: number) => Math.max(MIN_DISK_GIB, Math.ceil(bytes / GiB))

/** A suggested size with some headroom: the next multiple of ten, in GiB. */
export const nextTen = (bytes: number) => Math.min(MAX_DISK_GIB, Math.ceil(leastGiB(bytes) / 10) * 10)
