// The backups of a project at backup targets, and the way back to them.
import { useState, type ReactNode } from 'react'
import type { Model } from '#contract/client.ts'
import { useMe } from '../../me.ts'
import { deleteAction, type Action } from '../../action/action.tsx'
import { usePolling } from '../../polling.ts'
import { TableCard } from '../../table/table-card.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Bytes } from '../../ui/display/numbers.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { useLoad } from '../../use-api.ts'
import { ownBackupTargets } from '../backup-target/backup-target-queries.ts'
import { projectBackups, projectRestores, strayBackups } from './backup-queries.ts'

const RestoreForm = lazyPopup(async () => (await import('./backup-restore-form.lazy.tsx')).BackupRestoreForm)

type Backup = Model<'Backup'>
type Restore = Model<'BackupRestore'>

const tones = {
  waiting: 'notice',
  storing: 'transition',
  ready: 'success',
  failed: 'danger',
  removing: 'neutral',
} as const

const stateText = ({ state, percent }: Backup) => (state === 'storing' ? `storing, ${percent}%` : state)

const columnsOf = (targets: ReadonlyMap<string, string>): Column<Backup>[] => [
  { id: 'resource', header: 'Backup of', cell: ({ noun, resourceName }) => `${resourceName} (${noun})` },
  { id: 'time', header: 'Point in time', cell: ({ timeCreated }) => <DateTime value={timeCreated} /> },
  { id: 'target', header: 'Target', cell: ({ targetId }) => targets.get(targetId) ?? targetId },
  { id: 'policy', header: 'Policy', cell: ({ policyName }) => policyName },
  { id: 'size', header: 'Size', cell: ({ size }) => <Bytes value={size} /> },
  {
    id: 'state',
    header: 'State',
    early: true,
    cell: (backup) => (
      <WithProblem problem={backup.problem}>
        <Badge tone={tones[backup.state]} lamp busy={backup.state === 'storing'}>
          {stateText(backup)}
        </Badge>
      </WithProblem>
    ),
  },
]

const projectColumn: Column<Backup> = { id: 'project', header: 'Project', cell: ({ projectName }) => projectName }

const labelOf = ({ resourceName, timeCreated }: Backup) => `${resourceName}, ${timeCreated.toLocaleString('en-US')}`

const restoreTones = { running: 'transition', done: 'success', failed: 'danger' } as const

const restoreColumns: Column<Restore>[] = [
  { id: 'name', header: 'New name', cell: ({ name }) => name },
  { id: 'as', header: 'Type', cell: ({ as }) => as },
  { id: 'time', header: 'Started', cell: ({ timeCreated }) => <DateTime value={timeCreated} /> },
  {
    id: 'state',
    header: 'State',
    early: true,
    cell: ({ state, percent, problem }) => (
      <WithProblem problem={problem}>
        <Badge tone={restoreTones[state]} lamp busy={state === 'running'}>
          {state === 'running' ? `restoring, ${percent}%` : state}
        </Badge>
      </WithProblem>
    ),
  },
]

function WithProblem({ problem, children }: { problem: string | null; children: ReactNode }) {
  return (
    <div className="space-y-1 py-1">
      {children}
      {problem && <p className="max-w-96 text-xs whitespace-normal text-muted">{problem}</p>}
    </div>
  )
}

/** Nothing if the silo has no target and the project no backup. */
export function BackupCards({ project }: { project: string }) {
  const poll = usePolling({ fast: 3000, slow: 30_000, busy: true })
  const backups = useLoad(projectBackups(project), { poll }).data?.items ?? []
  const restores = useLoad(projectRestores(project), { poll }).data?.items ?? []
  const answer = useLoad(strayBackups(useMe().user.siloName), { poll }).data
  const strays = answer?.type === 'success' ? answer.data.items : []
  const targets = useLoad(ownBackupTargets()).data?.items ?? []
  const [restored, setRestored] = useState<Backup>()
  const close = () => setRestored(undefined)
  if (targets.length === 0 && backups.length === 0 && strays.length === 0) return null
  const named = new Map(targets.map(({ id, name }) => [id, name]))
  const actions = (backup: Backup): Action[] => [
    {
      label: 'Restore',
      icon: 'restore',
      sends: 'backup_restore',
      whyNot: backup.state === 'ready' ? undefined : 'The backup is not complete',
      run: () => setRestored(backup),
    },
    deleteAction({
      kind: 'backup',
      name: `of ${backup.resourceName}`,
      operation: 'backup_delete',
      params: { path: { backup: backup.id } },
      whyNot: backup.state === 'removing' ? 'The backup is already being deleted' : undefined,
      consequence: 'It is removed from its target and cannot be restored.',
    }),
  ]
  return (
    <>
      <TableCard
        title="Backups"
        text="Points in time stored at a backup target, outside this installation."
        columns={columnsOf(named)}
        rows={backups}
        rowKey={({ id }) => id}
        rowLabel={labelOf}
        actions={actions}
        empty={
          <EmptyState title="No backups" text="Choose a backup target for a policy. Its next run is stored there." />
        }
      />
      {strays.length > 0 && (
        <TableCard
          title="Backups of other projects"
          text="From deleted projects and other installations. Restore them to this project."
          columns={[projectColumn, ...columnsOf(named)]}
          rows={strays}
          rowKey={({ id }) => id}
          rowLabel={labelOf}
          actions={actions}
        />
      )}
      {restores.length > 0 && (
        <TableCard
          title="Restores"
          columns={restoreColumns}
          rows={restores}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => name}
        />
      )}
      {restored && <RestoreForm project={project} backup={restored} onClose={close} />}
    </>
  )
}
