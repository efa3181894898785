// Backup targets, and under each the silos that have a repository there.
import { Archive } from '@lucide/icons'
import { useState } from 'react'
import { Outlet, useNavigate } from 'react-router'
import type { Model } from '#contract/client.ts'
import { capitalize } from '#contract/errors.ts'
import { apiAction, bold, deleteAction, paletteItemsOf, type Action } from '../../action/action.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { usePalette } from '../../frame/palette.ts'
import { useShortcut } from '../../frame/shortcuts.ts'
import { DocsButton } from '../../help/docs-button.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { usePlatform } from '../../platform.ts'
import { usePolling } from '../../polling.ts'
import { TableCard } from '../../table/table-card.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Bytes } from '../../ui/display/numbers.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { TabLoad } from '../../ui/display/tab-load.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { useData, useLoad } from '../../use-api.ts'
import { backupTargetSilos, everyBackupTarget } from './backup-target-queries.ts'

const EditForm = lazyPopup(async () => (await import('./backup-target-edit.lazy.tsx')).BackupTargetEditForm)
const ImportForm = lazyPopup(async () => (await import('./backup-target-edit.lazy.tsx')).BackupTargetImportForm)
const SiloForm = lazyPopup(async () => (await import('./backup-target-edit.lazy.tsx')).BackupTargetSiloForm)

type BackupTarget = Model<'BackupTarget'>
type Repository = Model<'BackupRepository'>

function placeText({ place }: BackupTarget): string {
  if (place.kind === 'directory') return `Directory ${place.folder}`
  if (place.kind === 's3') return `S3, ${[place.endpoint, place.bucket, place.prefix].filter(Boolean).join('/')}`
  return `SFTP, ${place.username}@${place.host}, port ${place.port}, directory ${place.folder}`
}

const siloColumns: Column<Repository>[] = [
  { id: 'silo', header: 'Silo', cell: ({ siloName }) => siloName },
  {
    id: 'repository',
    header: 'Repository',
    cell: ({ id }) => <CopyText text={id} maxLength={13} />,
  },
  { id: 'state', header: 'State', early: true, cell: (row) => <RepositoryState row={row} /> },
  { id: 'size', header: 'Size', cell: ({ size }) => (size === null ? <Dash /> : <Bytes value={size} />) },
  {
    id: 'verified',
    header: 'Last verified',
    cell: ({ timeVerified }) => (timeVerified ? <DateTime value={timeVerified} /> : <Dash />),
  },
]

function RepositoryState({ row: { problem, isVerifying, isImporting, size } }: { row: Repository }) {
  if (problem === null && (isVerifying || isImporting))
    return (
      <Badge tone="transition" lamp busy>
        {isImporting ? 'importing' : 'verifying'}
      </Badge>
    )
  if (problem === null)
    return (
      <Badge tone={size === null ? 'neutral' : 'success'} lamp={size !== null}>
        {size === null ? 'empty' : 'ready'}
      </Badge>
    )
  return (
    <div className="space-y-1 py-1">
      <Badge tone="danger" lamp>
        failing
      </Badge>
      <p className="max-w-96 text-xs whitespace-normal text-muted">{capitalize(problem)}.</p>
    </div>
  )
}

export default function BackupTargetList() {
  const navigate = useNavigate()
  const whyNot = useWhyNotFleet()
  const targets = useData(everyBackupTarget())
  const isOff = usePlatform()?.backupKinds.length === 0
  const create: Action = {
    label: 'New backup target',
    whyNot: whyNot ?? (isOff ? 'The server has no engine for backups' : undefined),
    to: paths.backupTargetsNew(),
  }
  usePalette(paletteItemsOf([create]))
  useShortcut('c', create.label, () => !create.whyNot && navigate(paths.backupTargetsNew()))
  return (
    <>
      <PageHeader
        title="Backup targets"
        icon={<Icon icon={Archive} />}
        aside={<DocsButton topic="backup-targets" />}
        actions={targets.items.length > 0 && <ActionButton action={create} variant="primary" />}
      />
      <div className="space-y-6">
        {isOff && (
          <Message>
            Backups need restic. Install the package restic on the server. To keep backups in directories, start it with
            --backup-root.
          </Message>
        )}
        {targets.items.map((target) => (
          <TargetCard key={target.id} target={target} />
        ))}
        {targets.items.length === 0 && (
          <EmptyState
            icon={<Icon icon={Archive} />}
            title="No backup targets"
            text="Protection policies can store points in time at a backup target, outside this installation."
            action={<ActionButton action={create} variant="primary" />}
          />
        )}
      </div>
      <Outlet />
    </>
  )
}

function TargetCard({ target }: { target: BackupTarget }) {
  const whyNot = useWhyNotFleet()
  const { data, error } = useLoad(backupTargetSilos(target.id), {
    poll: usePolling({ fast: 3000, slow: 30_000, busy: true }),
  })
  const silos = data?.items ?? []
  const [open, setOpen] = useState<'edit' | 'give' | 'import'>()
  const close = () => setOpen(undefined)
  const actions = ({ siloName, size, isVerifying }: Repository): Action[] => {
    const path = { target: target.id, silo: siloName }
    return [
      apiAction({
        label: 'Verify now',
        icon: 'default',
        whyNot:
          whyNot ??
          (size === null
            ? 'Nothing is stored yet'
            : isVerifying
              ? 'The backups are already being verified'
              : undefined),
        operation: 'backup_target_silo_verify',
        params: { path },
        done: `Verifying the backups of silo ${siloName}`,
      }),
      apiAction({
        label: 'Take from silo',
        icon: 'detach',
        danger: true,
        whyNot,
        operation: 'backup_target_silo_remove',
        params: { path },
        ask: {
          title: 'Take from silo',
          content: bold`Take ${target.name} from silo ${siloName}?`,
          consequence: 'The repository key is deleted here. Stored backups stay at the target.',
          errorTitle: 'Could not take the target from the silo',
        },
        done: `Backup target ${target.name} taken from silo ${siloName}`,
      }),
    ]
  }
  return (
    <TableCard
      title={target.name}
      text={[target.description, placeText(target)].filter(Boolean).join(' · ')}
      buttons={[
        { label: 'Give to silo', whyNot, run: () => setOpen('give') },
        { label: 'Import', whyNot, run: () => setOpen('import') },
        { label: 'Edit', icon: 'edit', whyNot, run: () => setOpen('edit') },
        deleteAction({
          kind: 'backup target',
          name: target.name,
          operation: 'backup_target_delete',
          params: { path: { target: target.id } },
          whyNot: whyNot ?? (silos.length > 0 ? 'Silos use this target. Take it from them first.' : undefined),
          consequence: 'Stored backups stay at the target.',
        }),
      ]}
      columns={siloColumns}
      rows={silos}
      rowKey={({ id }) => id}
      rowLabel={({ siloName }) => siloName}
      actions={actions}
      empty={
        data ? (
          <EmptyState title="No silos" text="Give the target to a silo to let its protection policies use it." />
        ) : (
          <TabLoad error={error} />
        )
      }
    >
      {open === 'edit' && <EditForm target={target} onDone={close} onClose={close} />}
      {open === 'import' && <ImportForm target={target.id} onClose={close} />}
      {open === 'give' && <SiloForm target={target.id} given={silos.map(({ siloId }) => siloId)} onClose={close} />}
    </TableCard>
  )
}
