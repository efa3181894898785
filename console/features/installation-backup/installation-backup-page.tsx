// Backups of the installation itself: when the next one is made, which there are, and how to restore one.
import { ArchiveRestore } from '@lucide/icons'
import { useState } from 'react'
import { Outlet } from 'react-router'
import type { Model } from '#contract/client.ts'
import { apiAction, paletteItemsOf, perform, type Action } from '../../action/action.tsx'
import { send } from '../../api.ts'
import { keepText, scheduleText } from '../../form/schedule-text.ts'
import { ActionButton } from '../../frame/action-button.tsx'
import { usePalette } from '../../frame/palette.ts'
import { DocsButton } from '../../help/docs-button.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { usePolling } from '../../polling.ts'
import { DateTime } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Message } from '../../ui/display/message.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { Button } from '../../ui/input/button.tsx'
import { capitalize } from '#contract/errors.ts'
import { useData, useLoad } from '../../use-api.ts'
import { everyBackupTarget } from '../backup-target/backup-target-queries.ts'
import { download } from '../../util/csv.ts'
import { InstallationBackupCard } from './installation-backup-card.tsx'
import { installationBackupSchedule, latestInstallationBackups } from './installation-backup-queries.ts'
import { RestoreCommand } from './restore-command.tsx'

type Backup = Model<'InstallationBackup'>
type Schedule = Model<'InstallationBackupSchedule'>

export default function InstallationBackupPage() {
  const whyNot = useWhyNotFleet()
  const poll = usePolling({ fast: 3000, slow: 30_000, busy: true })
  const fresh = useData(installationBackupSchedule())
  const schedule = useLoad(installationBackupSchedule(), { poll }).data ?? fresh
  const backups = useLoad(latestInstallationBackups(), { poll }).data?.items ?? []
  const { items: targets } = useData(everyBackupTarget())
  const [shown, setShown] = useState<Backup>()
  const target = targets.find(({ id }) => id === schedule.backupTargetId)
  const failing = backups.some(({ state, problem }) => state === 'waiting' && problem !== null)
  const isStoring = backups.some(({ state }) => state === 'storing')
  const noTarget = target ? undefined : 'Set up a schedule first'
  const whyNotRun = whyNot ?? capitalizeMaybe(schedule.obstacle) ?? noTarget
  const run = apiAction({
    label: 'Back up now',
    whyNot: whyNotRun ?? (isStoring ? 'A backup is under way' : undefined),
    operation: 'installation_backup_run',
    params: { body: {} },
    done: 'Backup started',
  })
  const takeOver = apiAction({
    label: 'Take over',
    whyNot: whyNotRun,
    caution: true,
    operation: 'installation_backup_run',
    params: { body: { takeOver: true } },
    ask: {
      title: 'Take over',
      content: 'Take the repository over from another installation?',
      consequence: 'Only if that installation is gone: it can no longer store backups there. What is stored is kept.',
    },
    done: 'Backup started',
  })
  const edit: Action = {
    label: target ? 'Edit schedule' : 'Set up a schedule',
    whyNot: whyNot ?? (targets.length === 0 ? 'Add a backup target first' : undefined),
    to: paths.installationBackupSchedule(),
  }
  const recovery: Action = {
    label: 'Download recovery file',
    whyNot: whyNot ?? noTarget,
    run: async () => {
      const { fileName, text } = await send('installation_backup_recovery_create', {})
      download(fileName, text, 'application/json')
    },
    done: 'Keep the recovery file outside of this installation, with the secret key',
  }
  usePalette(paletteItemsOf([run, edit, recovery]))
  return (
    <>
      <PageHeader
        title="Installation backups"
        icon={<Icon icon={ArchiveRestore} />}
        aside={<DocsButton topic="installation-backups" />}
        actions={
          <>
            <ActionButton action={edit} />
            <ActionButton action={run} variant="primary" />
          </>
        }
      />
      <div className="space-y-6">
        {schedule.obstacle !== null && (
          <Message title="This server makes no backups of itself">{capitalize(schedule.obstacle)}.</Message>
        )}
        {failing && (
          <Message tone="danger" title="The last attempt failed" action={<ActionButton action={takeOver} />}>
            The backup will be retried. If another installation owns the repository and no longer exists, take it over.
          </Message>
        )}
        {target && schedule.timeRecovery === null && (
          <Message
            tone="notice"
            title="Nobody has the recovery file"
            action={<Button onClick={() => void perform(recovery)}>Download recovery file</Button>}
          >
            Without it and the secret key, nobody can restore these backups. Keep copies of both elsewhere.
          </Message>
        )}
        {schedule.disksElsewhere !== null && (
          <Message>Disks are in {schedule.disksElsewhere} and are not in these backups. Keep copies of them.</Message>
        )}
        {target ? (
          <Facts schedule={schedule} target={target.name} recovery={recovery} />
        ) : (
          <EmptyState
            icon={<Icon icon={ArchiveRestore} />}
            title="No schedule"
            text="The server can store all of its data and disks at a backup target, to be restored on another host."
            action={
              targets.length > 0 ? (
                <ActionButton action={edit} />
              ) : (
                <ActionButton action={{ label: 'View backup targets', to: paths.backupTargets() }} />
              )
            }
          />
        )}
        {(target ?? backups.length > 0) && <InstallationBackupCard backups={backups} onRestore={setShown} />}
      </div>
      {shown && (
        <RestoreCommand
          backup={shown}
          isDirectory={targets.find(({ id }) => id === shown.targetId)?.place.kind === 'directory'}
          onClose={() => setShown(undefined)}
        />
      )}
      <Outlet />
    </>
  )
}

const capitalizeMaybe = (text: string | null) => (text === null ? undefined : capitalize(text))

function Facts({ schedule, target, recovery }: { schedule: Schedule; target: string; recovery: Action }) {
  const { timeNext, timeRecovery } = schedule
  return (
    <Properties
      columns={2}
      items={[
        { name: 'Backup target', value: target },
        { name: 'Backups', value: schedule.isEnabled ? scheduleText(schedule.schedule) : 'Off' },
        { name: 'Keeps', value: keepText(schedule.keep) },
        { name: 'Next backup', value: timeNext && <DateTime value={timeNext} /> },
        {
          name: 'Recovery file',
          value: timeRecovery && (
            <span className="flex flex-wrap items-center gap-2">
              <DateTime value={timeRecovery} />
              <ActionButton action={recovery} />
            </span>
          ),
        },
      ]}
    />
  )
}
