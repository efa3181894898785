// What an upgrade makes of alerts that were raised before they could be resolved.
import { type Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { migrate, migrations } from '../migrate.ts'

const EARLY = '2026-01-01T00:00:00.000Z'
const LATE = '2026-01-02T00:00:00.000Z'
type Untyped = Record<string, Record<string, unknown>>
const BEFORE = migrations.filter(({ name }) => name < '0026')

eachDatabase((_name, open) => {
  test('existing alerts get their names, and only those of conditions that last stay open', async () => {
    const db = await open({ empty: true })
    await migrate(db, new Date(EARLY), BEFORE)
    const insert = (table: string, row: Record<string, unknown>) =>
      db.transaction((tx) => (tx as unknown as Kysely<Untyped>).insertInto(table).values(row).execute())
    const alert = (id: string, alert_class: string, topic: string, more: Record<string, unknown> = {}) =>
      insert('alert', { id, alert_class, topic, payload: {}, private_payload: {}, time_created: EARLY, ...more })
    await alert('over', 'space.low', 'space.low')
    await insert('alert_condition', { topic: 'backup.missed', alert_class: 'backup.missed', time_created: EARLY })
    await alert('replaced', 'backup.missed', 'backup.missed')
    await alert('lasting', 'backup.missed', 'backup.missed', { time_created: LATE })
    await alert('failed', 'instance.failed', 'instance.failed x', {
      project_id: 'p',
      payload: { instance_id: 'x' },
      private_payload: { project_name: 'web', instance_name: 'db1', reason: 'it stopped' },
    })
    await insert('alert_receiver', {
      id: 'r',
      name: 'r',
      description: '',
      kind: 'webhook',
      endpoint: '',
      is_digest: false,
      time_created: EARLY,
      time_modified: EARLY,
    })
    const delivery = { trigger: 'alert', state: 'pending', attempt_log: [], time_created: EARLY, time_due: EARLY }
    await insert('alert_delivery', { id: 'd', alert_id: 'over', alert_receiver_id: 'r', ...delivery })

    await migrate(db, new Date(LATE))
    const rows = await db.read.selectFrom('alert').select(['id', 'payload', 'time_resolved']).orderBy('id').execute()
    expect(rows).toEqual([
      {
        id: 'failed',
        payload: { instance_id: 'x', project_name: 'web', instance_name: 'db1' },
        time_resolved: EARLY,
      },
      { id: 'lasting', payload: {}, time_resolved: null },
      { id: 'over', payload: {}, time_resolved: EARLY },
      { id: 'replaced', payload: {}, time_resolved: EARLY },
    ])
    expect(await db.read.selectFrom('alert_delivery').select('notice').execute()).toEqual([{ notice: 'raised' }])
  })
})
