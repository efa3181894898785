// The state of a host and its checks, from its row. Pure.
import type { Wire } from '#contract/api.ts'
import type { HostCheck, TrustedHost } from '#drivers/hosts.ts'
import type { RowOf } from '../../db/database.ts'

export type HostRow = RowOf<'host'>
type State = Wire<'HostState'>

const hasFailed = (checks: readonly HostCheck[]) => checks.some(({ state }) => state === 'failed')

/** The last check found that machines can run there. Warnings do not count. */
export const fits = ({ checks, sled_id }: Pick<HostRow, 'checks' | 'sled_id'>) =>
  checks !== null && sled_id !== null && !hasFailed(checks)

export function stateOf(row: HostRow, isInService: boolean): State {
  if (row.time_trusted === null) return 'waiting'
  if (row.time_check_wanted !== null) return 'checking'
  if (row.trouble !== null) return 'unreachable'
  if (isInService) return 'in_service'
  return fits(row) ? 'ready' : 'unfit'
}

export const placeOf = ({ address, port }: Pick<HostRow, 'address' | 'port'>) =>
  `${address.includes(':') ? `[${address}]` : address}:${port}`

/** What is wrong now comes first: it can be newer than the checks. If they found it, they say better what to do. */
export function checksOf(row: HostRow): HostCheck[] {
  const checks = row.checks ?? []
  if (row.trouble === null) return checks
  const trouble = { text: row.trouble_text ?? '', code: row.trouble }
  if (checks.some(({ state, text }) => state === 'failed' && text === trouble.text)) return checks
  const now = troubleCheck(row, trouble)
  return [now, ...checks.filter(({ name }) => name !== now.name)]
}

export const KEY_CHECK = 'key'
export const REACHABLE_CHECK = 'reachable'

export function troubleCheck(
  row: Pick<HostRow, 'address' | 'port'>,
  { code, text }: { code: NonNullable<HostRow['trouble']>; text: string },
): HostCheck {
  return code === 'host_key_changed'
    ? {
        name: KEY_CHECK,
        state: 'failed',
        text,
        remedy:
          'If the host was reinstalled, compare the fingerprint that it prints with the new one, and trust that. If it was not, another machine may answer in its place: find out which one.',
      }
    : {
        name: REACHABLE_CHECK,
        state: 'failed',
        text,
        remedy: `Check that the host is on, that sshd answers at ${placeOf(row)}, and that no firewall is in between.`,
      }
}

export const trustedOf = (row: HostRow): TrustedHost => ({
  id: row.id,
  address: row.address,
  port: row.port,
  user: row.login,
  key: row.host_key,
})
