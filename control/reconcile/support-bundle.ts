// Collects support bundles and removes the files of deleted ones. May crash anywhere: an interrupted collection restarts from the
// beginning, and fails permanently after several attempts.
import type { SupportBundleState } from '#contract/support-bundle-states.ts'
import type { RowOf, Tx } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { append, outcomeOf } from '../frame/events.ts'
import { bundleFiles } from '../system/support-bundle-contents.ts'
import { writeZip } from '../system/support-bundle-zip.ts'
import { makeTroubles, problemOf } from '../frame/troubles.ts'
import type { Loop } from './loop.ts'

type BundleRow = RowOf<'support_bundle'>

export const MAX_BUNDLE_BYTES = 64 * 2 ** 20
const MAX_ATTEMPTS = 3
/** The API refuses to delete failed bundles, so they are deleted automatically. */
const FAILED_KEPT_MS = 7 * 24 * 60 * 60_000

export function supportBundleLoop(host: Host, notify: () => void, maxBytes = MAX_BUNDLE_BYTES): Loop {
  const troubles = makeTroubles(host.clock)
  const inState = (state: SupportBundleState) =>
    host.db.read.selectFrom('support_bundle').selectAll().where('state', '=', state).orderBy('id').execute()

  async function step(): Promise<boolean> {
    for (const row of await inState('destroying')) await destroy(row)
    const oldest = new Date(host.clock.now().getTime() - FAILED_KEPT_MS).toISOString()
    for (const row of await inState('failed')) if (row.time_created < oldest) await destroy(row)
    const [next] = await inState('collecting')
    if (!next) return false
    await collect(next)
    return true
  }

  /** One whose file cannot be removed must not keep others from being collected. */
  async function destroy({ id }: BundleRow): Promise<void> {
    try {
      await host.bundles.remove(id)
    } catch (error) {
      troubles.fail(id, `removing ${id}: ${problemOf(error)}`)
      host.log.warn('a support bundle could not be removed', { support_bundle: id, error: String(error) })
      return
    }
    troubles.pass(id)
    await update(id, (tx) => tx.deleteFrom('support_bundle').where('id', '=', id).executeTakeFirst())
  }

  async function collect(row: BundleRow): Promise<void> {
    const { id, attempts } = row
    if (attempts >= MAX_ATTEMPTS) return fail(id, `collecting was interrupted ${attempts} times`)
    await host.db.transaction((tx) =>
      tx
        .updateTable('support_bundle')
        .set({ attempts: attempts + 1 })
        .where('id', '=', id)
        .execute(),
    )
    try {
      const size = await writeBundle(row)
      await settle(id, { state: 'active', size })
    } catch (error) {
      host.log.warn('a support bundle could not be collected', { support_bundle: id, error: String(error) })
      await fail(id, error instanceof Error ? error.message : String(error))
    }
  }

  async function writeBundle(row: BundleRow): Promise<number> {
    const writer = await host.bundles.create(row.id)
    let written = 0
    try {
      const size = await writeZip(bundleFiles(host, row), host.clock.now(), async (bytes) => {
        written += bytes.length
        if (written > maxBytes) throw new Error(`the bundle is larger than ${maxBytes} bytes`)
        await writer.write(bytes)
      })
      await writer.finish()
      return size
    } catch (error) {
      await writer.discard()
      throw error
    }
  }

  async function fail(id: string, reason_for_failure: string): Promise<void> {
    await host.bundles.remove(id)
    await settle(id, { state: 'failed', reason_for_failure })
  }

  /** If the bundle was deleted meanwhile, the next step removes its file. */
  const settle = (id: string, changes: Partial<BundleRow>) =>
    update(id, (tx) =>
      tx.updateTable('support_bundle').set(changes).where('id', '=', id).where('state', '=', 'collecting').execute(),
    )

  async function update(id: string, work: (tx: Tx) => Promise<unknown>) {
    await host.db.transaction(async (tx) => {
      await work(tx)
      const target = { id, name: null, silo_id: null, project_id: null }
      await append(host, tx, outcomeOf(host.clock.now().toISOString(), 'support_bundle', target))
    })
    notify()
  }

  return { name: 'support-bundle', every: 60_000, step, troubles }
}
