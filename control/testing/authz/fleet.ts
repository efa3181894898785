// Authorization test cases for our own reads about the fleet.
import type { callerAddress } from '#contract/caller-address.ts'
import type { cpuOvercommit } from '#contract/cpu-overcommit.ts'
import type { installation } from '#contract/installation.ts'
import type { ipPoolAddress } from '#contract/ip-pool-address.ts'
import type { platform } from '#contract/platform.ts'
import type { sledLoad } from '#contract/sled-load.ts'
import type { systemNetwork } from '#contract/system-network.ts'
import { row, type Cases } from '../authz-row.ts'
import { fleetThing, onFleet, signedIn } from '../authz-rules.ts'
import { at, makePool } from './ip-pool.ts'

type Additions = typeof callerAddress &
  typeof cpuOvercommit &
  typeof installation &
  typeof ipPoolAddress &
  typeof platform &
  typeof sledLoad &
  typeof systemNetwork

export const fleetAdditions: Cases<keyof Additions> = {
  caller_address_view: row({ rule: signedIn, call: () => ({}) }),
  cpu_overcommit_view: row({ rule: onFleet('viewer'), call: () => ({}) }),
  cpu_overcommit_update: row({ rule: onFleet('admin'), call: () => ({ body: { ratio: 1 } }) }),
  installation_view: row({ rule: onFleet('viewer'), call: () => ({}) }),
  installation_update: row({ rule: onFleet('admin'), call: () => ({ body: { name: null } }) }),
  ip_pool_address_list: row({ rule: fleetThing('viewer'), make: makePool, call: at }),
  platform_view: row({ rule: signedIn, call: () => ({}) }),
  starter_image_download: row({ rule: signedIn, call: () => ({}) }),
  system_network_view: row({ rule: onFleet('viewer'), call: () => ({}) }),
  sled_load_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
}
