// The columns of access tokens, in the user's own list and in the panel for administrators.
import type { ReactNode } from 'react'
import type { Model } from '#contract/client.ts'
import { capitalize } from '#contract/errors.ts'
import { bold } from '../../action/action.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { DateTime, TimeAgo } from '../../ui/display/dates.tsx'
import type { SortedColumn } from '../../table/filtered-table.tsx'

export type AccessToken = Model<'AccessToken'>

/** Devices without a name are older clients. */
export const tokenName = ({ name }: Pick<AccessToken, 'name'>) => name || 'Device login'

export const scopeWords = ({ readOnly, role, projectName }: AccessToken): string[] => [
  ...(readOnly ? ['Read only'] : []),
  ...(role ? [capitalize(role)] : []),
  ...(projectName ? [`Project ${projectName}`] : []),
]

function Scope({ token }: { token: AccessToken }): ReactNode {
  const words = scopeWords(token)
  if (words.length === 0) return 'Full access'
  return (
    <span className="flex flex-wrap gap-1 py-1.5">
      {words.map((word) => (
        <Badge key={word}>{word}</Badge>
      ))}
    </span>
  )
}

const never = <span className="text-muted">Never</span>

export const tokenColumns: SortedColumn<AccessToken>[] = [
  {
    id: 'name',
    header: 'Name',
    text: tokenName,
    // a long name would push the rest of the row off a phone's screen
    cell: (token) => (
      <span className="font-medium max-sm:block max-sm:max-w-32 max-sm:truncate">{tokenName(token)}</span>
    ),
  },
  {
    id: 'scope',
    header: 'Scope',
    early: true,
    text: (token) => scopeWords(token).join(' '),
    cell: (token) => <Scope token={token} />,
  },
  {
    id: 'used',
    header: 'Last used',
    value: ({ timeLastUsed }) => timeLastUsed?.getTime() ?? 0,
    cell: ({ timeLastUsed }) => (timeLastUsed ? <TimeAgo value={timeLastUsed} caption="Last used" long /> : never),
  },
  {
    id: 'expires',
    header: 'Expires',
    // one that never expires comes last
    value: ({ timeExpires }) => timeExpires?.getTime() ?? Infinity,
    cell: ({ timeExpires }) => (timeExpires ? <DateTime value={timeExpires} /> : never),
  },
  {
    id: 'created',
    header: 'Created',
    value: ({ timeCreated }) => timeCreated.getTime(),
    cell: ({ timeCreated }) => <DateTime value={timeCreated} />,
  },
]

/** How revoking one is asked and confirmed. */
export const revocation = (token: AccessToken) => ({
  label: 'Revoke',
  icon: 'delete' as const,
  danger: true,
  done: `Access token ${tokenName(token)} revoked`,
  ask: {
    title: 'Revoke access token',
    content: bold`Revoke ${tokenName(token)}?`,
    consequence: 'Programs that use it lose access immediately.',
    errorTitle: `Could not revoke ${tokenName(token)}`,
  },
})
