// Authorization test cases for support bundles.
import type { supportBundle as operations } from '#contract/support-bundle.ts'
import { supportBundleLoop } from '../../reconcile/support-bundle.ts'
import { row, type Cases } from '../authz-row.ts'
import { fleetThing, onFleet } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'

const PATH = '/experimental/v1/system/support-bundles'

/** The world's loops do not run, so this runs a step by hand. */
async function make(w: Prepared): Promise<Named> {
  const made = await must(w.operator, 'POST', PATH)
  const loop = supportBundleLoop(w.world.host, () => undefined)
  while (await loop.step());
  return made
}

async function anyActive(w: Prepared): Promise<Named> {
  const { items } = (await w.operator.raw('GET', PATH)).body as { items: (Named & { state: string })[] }
  return items.find((bundle) => bundle.state === 'active') ?? make(w)
}

const at = (_: Prepared, made: Named) => ({
  path: { support_bundle: made.id, file: 'versions.json' },
  hidden: `support-bundle with id "${made.id}"`,
})
const read = row({ rule: fleetThing('viewer'), make: anyActive, call: at })

export const supportBundle: Cases<keyof typeof operations> = {
  support_bundle_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  support_bundle_create: row({ rule: onFleet('admin'), call: () => ({}) }),
  support_bundle_view: read,
  support_bundle_delete: row({ rule: fleetThing('admin'), make, call: at }),
  support_bundle_download: read,
  support_bundle_head: read,
  support_bundle_download_file: read,
  support_bundle_head_file: read,
  support_bundle_index: read,
}
