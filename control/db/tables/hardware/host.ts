// Hosts that operators have added, and what is set in the script that prepares them.
import type { Wire } from '#contract/api.ts'
import { integer, json, table, text, time, uuid } from '../../define.ts'

export const host = table(
  'host',
  {
    id: uuid(),
    address: text(),
    port: integer(),
    login: text(),
    /** The host key that it showed when it was added, or that somebody trusted later: `ssh-ed25519 …`. */
    host_key: text(),
    fingerprint: text(),
    /** When somebody compared the key. Nothing logs in before. */
    time_trusted: time().nullable(),
    /** Results of the last check. */
    checks: json<Wire<'HostCheck'>[]>().nullable(),
    time_checked: time().nullable(),
    /** Since when a check is due. */
    time_check_wanted: time().nullable(),
    /** What it calls itself, which is also the ID of its sled. */
    sled_id: uuid().nullable(),
    serial: text().nullable(),
    trouble: text<'unreachable' | 'host_key_changed'>().nullable(),
    trouble_text: text().nullable(),
    time_trouble: time().nullable(),
    /** Removed by force: what it runs is ended if it answers again, and only then is it forgotten. */
    time_removed: time().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    unique: [{ columns: ['address', 'port'], where: 'time_removed is null' }],
    index: [['sled_id']],
  },
)

/** One row at most. */
export const host_setup = table(
  'host_setup',
  {
    id: integer(),
    sources: json<string[]>(),
    network_database: text().nullable(),
    time_modified: time(),
  },
  { primary: ['id'] },
)
