// The backups of the installation that there are, and those that failed.
import type { Model } from '#contract/client.ts'
import type { Action } from '../../action/action.tsx'
import { TableCard } from '../../table/table-card.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Bytes } from '../../ui/display/numbers.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { durationText } from '../../util/duration.ts'

type Backup = Model<'InstallationBackup'>

const tones = {
  waiting: 'notice',
  storing: 'transition',
  complete: 'success',
  incomplete: 'notice',
  failed: 'danger',
  missed: 'danger',
} as const

const causes = { schedule: 'Schedule', person: 'By hand', command: 'Command' } as const

const columns: Column<Backup>[] = [
  { id: 'time', header: 'Time', cell: (row) => <DateTime value={row.timeStarted ?? row.timeDue ?? row.timeCreated} /> },
  { id: 'state', header: 'State', early: true, cell: (row) => <State row={row} /> },
  { id: 'size', header: 'Size', cell: ({ size }) => (size === 0 ? <Dash /> : <Bytes value={size} />) },
  { id: 'duration', header: 'Duration', cell: (row) => lasted(row) ?? <Dash /> },
  { id: 'cause', header: 'Started by', cell: ({ cause }) => causes[cause] },
  { id: 'target', header: 'Target', cell: ({ targetName }) => targetName },
  {
    id: 'id',
    header: 'ID',
    cell: ({ backupId }) => (backupId ? <CopyText text={backupId} maxLength={13} /> : <Dash />),
  },
]

function lasted({ timeStarted, timeEnded }: Backup): string | undefined {
  if (!timeStarted || !timeEnded) return undefined
  return durationText((timeEnded.getTime() - timeStarted.getTime()) / 1000)
}

function State({ row: { state, percent, problem, leftOut } }: { row: Backup }) {
  const notes = problem === null ? leftOut : [...leftOut, problem]
  return (
    <div className="space-y-1 py-1">
      <Badge tone={tones[state]} lamp busy={state === 'storing'}>
        {state === 'storing' ? `storing, ${percent}%` : state}
      </Badge>
      {notes.map((note) => (
        <p key={note} className="max-w-96 text-xs whitespace-normal wrap-anywhere text-muted">
          {note}
        </p>
      ))}
    </div>
  )
}

interface Props {
  backups: readonly Backup[]
  onRestore: (backup: Backup) => void
}

export function InstallationBackupCard({ backups, onRestore }: Props) {
  const actions = (backup: Backup): Action[] => [
    {
      label: 'How to restore',
      whyNot: backup.backupId === null ? 'There is nothing to restore' : undefined,
      run: () => onRestore(backup),
    },
  ]
  return (
    <TableCard
      title="Backups"
      text="All data of this installation, with its disks. Incomplete backups are kept until the next backup."
      columns={columns}
      rows={backups}
      rowKey={({ id }) => id}
      rowLabel={({ timeCreated }) => timeCreated.toLocaleString('en-US')}
      actions={actions}
      empty={<EmptyState title="No backups" text="Back up now, or wait for the schedule." />}
    />
  )
}
