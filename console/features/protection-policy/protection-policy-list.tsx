// Protection of a project: its policies and their last results, the next runs, what is covered and what is not.
import { ShieldPlus } from '@lucide/icons'
import { useState } from 'react'
import { Outlet, useNavigate, useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { apiAction, deleteAction, paletteItemsOf, type Action } from '../../action/action.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { TextLink } from '../../frame/link.tsx'
import { usePalette } from '../../frame/palette.ts'
import { useShortcut } from '../../frame/shortcuts.ts'
import { DocsButton } from '../../help/docs-button.tsx'
import { paths } from '../../paths.ts'
import { usePolling } from '../../polling.ts'
import { TableCard } from '../../table/table-card.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { RowTitle } from '../../ui/display/row-title.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { useData, useLoad } from '../../use-api.ts'
import { ownBackupTargets } from '../backup-target/backup-target-queries.ts'
import { BackupCards } from './backup-card.tsx'
import { ProtectionRunBadge } from './protection-run-badge.tsx'
import { everyProtectionPolicy, protectionOverview } from './protection-policy-queries.ts'
import { keepText, scheduleText } from '../../form/schedule-text.ts'
import { coversText, type ProtectionPolicy } from './protection-text.ts'

const Runs = lazyPopup(async () => (await import('./protection-runs.lazy.tsx')).ProtectionRuns)
const TargetForm = lazyPopup(async () => (await import('./backup-restore-form.lazy.tsx')).PolicyTargetForm)

type Overview = Model<'ProtectionOverview'>
type Resource = Overview['resources'][number]
type Next = Overview['next'][number]
type Run = NonNullable<ProtectionPolicy['lastRun']>

function LastRun({ run }: { run: Run | null }) {
  if (!run) return <Dash />
  const [problem] = run.problems
  return (
    <div className="space-y-1 py-1">
      <div className="flex items-center gap-2">
        <ProtectionRunBadge run={run} />
        <DateTime value={run.timeStarted ?? run.timeDue} />
      </div>
      {problem && (
        <p className="max-w-96 text-xs whitespace-normal text-muted">
          {problem.name}: {problem.text}
        </p>
      )}
    </div>
  )
}

const policyColumns = (project: string, targets: ReadonlyMap<string, string>): Column<ProtectionPolicy>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => (
      <RowTitle>
        <TextLink to={paths.protectionEdit({ project, policy: name })}>{name}</TextLink>
      </RowTitle>
    ),
  },
  { id: 'schedule', header: 'Runs', cell: ({ schedule }) => scheduleText(schedule) },
  { id: 'covers', header: 'Covers', cell: ({ covers }) => coversText(covers) },
  { id: 'keep', header: 'Keeps', cell: ({ keep }) => keepText(keep) },
  ...(targets.size > 0 ? [targetColumn(targets)] : []),
  {
    id: 'next',
    header: 'Next run',
    cell: ({ timeNext }) => (timeNext ? <DateTime value={timeNext} /> : <Badge>off</Badge>),
  },
  { id: 'last', header: 'Last run', early: true, cell: ({ lastRun }) => <LastRun run={lastRun} /> },
]

const targetColumn = (targets: ReadonlyMap<string, string>): Column<ProtectionPolicy> => ({
  id: 'target',
  header: 'Backup target',
  cell: ({ backupTargetId: id }) => (id ? (targets.get(id) ?? id) : <Dash />),
})

interface PolicyDialogs {
  showRuns: () => void
  /** Undefined where there is no target to choose. */
  chooseTarget: (() => void) | undefined
}

function policyActions(project: string, policy: ProtectionPolicy, { showRuns, chooseTarget }: PolicyDialogs): Action[] {
  const { name, lastRun, isEnabled } = policy
  const params = { path: { policy: name }, query: { project } }
  return [
    apiAction({
      label: 'Run now',
      icon: 'start',
      whyNot: lastRun?.state === 'running' ? 'The policy is running' : undefined,
      operation: 'protection_policy_run',
      params,
      done: `Protection policy ${name} is running`,
    }),
    { label: 'Show runs', icon: 'view', run: showRuns },
    { label: 'Edit', icon: 'edit', to: paths.protectionEdit({ project, policy: name }) },
    ...(chooseTarget
      ? [
          {
            label: 'Choose backup target',
            icon: 'settings' as const,
            sends: 'protection_policy_target_update' as const,
            run: chooseTarget,
          },
        ]
      : []),
    apiAction({
      label: isEnabled ? 'Turn off' : 'Turn on',
      icon: isEnabled ? 'disable' : 'enable',
      operation: 'protection_policy_update',
      params: { ...params, body: { isEnabled: !isEnabled } },
      done: `Protection policy ${name} turned ${isEnabled ? 'off' : 'on'}`,
    }),
    deleteAction({
      kind: 'protection policy',
      name,
      operation: 'protection_policy_delete',
      params,
      consequence: 'Its snapshots stay until someone deletes them.',
    }),
  ]
}

const resourceColumns = (project: string): Column<Resource>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ noun, name }) => (
      <RowTitle>
        <TextLink
          to={
            noun === 'instance'
              ? paths.instanceRecovery({ project, instance: name })
              : paths.disk({ project, disk: name })
          }
        >
          {name}
        </TextLink>
      </RowTitle>
    ),
  },
  { id: 'noun', header: 'Type', cell: ({ noun }) => noun },
  {
    id: 'policies',
    header: 'Policies',
    early: true,
    cell: ({ policies }) =>
      policies.length > 0 ? (
        policies.join(', ')
      ) : (
        <Badge tone="notice" lamp>
          not covered
        </Badge>
      ),
  },
  {
    id: 'last',
    header: 'Last point in time',
    cell: ({ timeLast }) => (timeLast ? <DateTime value={timeLast} /> : <Dash />),
  },
]

const nextColumns: Column<Next>[] = [
  { id: 'time', header: 'Time', cell: ({ timeDue }) => <DateTime value={timeDue} /> },
  { id: 'policy', header: 'Policy', early: true, cell: ({ policyName }) => policyName },
]

export default function ProtectionPage() {
  const { project = '' } = useParams()
  const navigate = useNavigate()
  const policies = useData(everyProtectionPolicy(project), {
    poll: usePolling({ fast: 3000, slow: 60_000, busy: false }),
  })
  const targets = new Map((useLoad(ownBackupTargets()).data?.items ?? []).map(({ id, name }) => [id, name]))
  const [sent, send] = useState<ProtectionPolicy>()
  const { next, resources, isPartial } = useData(protectionOverview(project))
  const [shown, setShown] = useState<string>()
  const create: Action = {
    label: 'New protection policy',
    to: paths.protectionNew({ project }),
    sends: 'protection_policy_create',
  }
  usePalette(paletteItemsOf([create]))
  useShortcut('c', create.label, () => navigate(paths.protectionNew({ project })))
  // what is at risk comes first
  const sorted = resources.toSorted((a, b) => Math.sign(a.policies.length) - Math.sign(b.policies.length))
  const uncovered = resources.filter(({ policies: by }) => by.length === 0).length
  return (
    <>
      <PageHeader
        title="Protection"
        icon={<Icon icon={ShieldPlus} />}
        aside={<DocsButton topic="protection" />}
        actions={policies.items.length > 0 && <ActionButton action={create} variant="primary" />}
      />
      <div className="space-y-6">
        <TableCard
          title="Policies"
          columns={policyColumns(project, targets)}
          rows={policies.items}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => name}
          actions={(policy) =>
            policyActions(project, policy, {
              showRuns: () => setShown(policy.name),
              chooseTarget: targets.size > 0 ? () => send(policy) : undefined,
            })
          }
          empty={
            <EmptyState
              title="No protection policies"
              text="A policy takes snapshots of disks on a schedule and removes old ones."
              action={<ActionButton action={create} variant="primary" />}
            />
          }
        />
        <TableCard
          title="Coverage"
          text={uncovered > 0 ? `${uncovered} of ${resources.length} are not covered by any policy.` : undefined}
          columns={resourceColumns(project)}
          rows={sorted}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => name}
          empty={<EmptyState title="Nothing to protect" text="Instances and disks of this project appear here." />}
        >
          {isPartial && <p className="p-4 text-sm text-muted">Only the first ones are shown.</p>}
        </TableCard>
        <TableCard
          title="Next runs"
          columns={nextColumns}
          rows={next}
          rowKey={({ policyId, timeDue }) => `${policyId} ${timeDue.toISOString()}`}
          rowLabel={({ policyName }) => policyName}
          empty={<EmptyState title="No runs planned" text="Runs of policies that are turned on appear here." />}
        />
        <BackupCards project={project} />
      </div>
      {shown !== undefined && <Runs project={project} policy={shown} onClose={() => setShown(undefined)} />}
      {sent && <TargetForm project={project} policy={sent} onClose={() => send(undefined)} />}
      <Outlet />
    </>
  )
}
