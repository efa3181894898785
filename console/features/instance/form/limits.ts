// How large an instance may be, as the API has it.
export const MOST_CPUS = 64
/** in GiB */
export const MOST_MEMORY = 256
export const MOST_DISKS = 8
export const MOST_INTERFACES = 8
export const MOST_FLOATING_IPS = 32
export const MOST_SSH_KEYS = 100
/** in bytes */
export const MOST_USER_DATA = 32 * 1024
