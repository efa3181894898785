// The release that the system should run, and who set which one when.
import { CircleFadingArrowUp } from '@lucide/icons'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { platform } from '../../platform-queries.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { TableCard } from '../../table/table-card.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { useData } from '../../use-api.ts'
import type { AuditEvent } from '../audit/audit-queries.ts'
import { resultColumn } from '../audit/audit-result-badge.tsx'
import { installation, targetRelease, targetReleaseChanges } from './target-release-queries.ts'

const InstallationForm = lazyPopup(async () => (await import('./installation-form.lazy.tsx')).InstallationForm)

const columns: Column<AuditEvent>[] = [
  { id: 'version', header: 'Version', cell: ({ targetName }) => targetName ?? <Dash /> },
  { id: 'time', header: 'Requested', cell: ({ time }) => <DateTime value={new Date(time)} /> },
  { id: 'actor', header: 'Requested by', cell: ({ actorName }) => actorName ?? <Dash /> },
  resultColumn,
]

const MEANING =
  'Setting a target release installs nothing. It records which release the system should run, so that everyone knows what to install.'

const stateText = (running: string, target: string | undefined) =>
  target === undefined
    ? `The system runs ${running}, and no target release is set.`
    : target === running
      ? `The system runs ${running}, which is the target release.`
      : `The system runs ${running}, but should run ${target}.`

export default function TargetReleasePage() {
  const { generation, releaseSource, timeRequested } = useData(targetRelease())
  const changes = useData(targetReleaseChanges())
  const whyNot = useWhyNotFleet()
  const answer = useData(platform())
  const running = answer.type === 'success' ? answer.data.version : undefined
  const named = useData(installation())
  const name = named.type === 'success' ? named.data.name : undefined
  const [isNaming, setNaming] = useState(false)
  const target = releaseSource.type === 'unspecified' ? undefined : releaseSource.version
  return (
    <DetailPage
      title="Target release"
      icon={CircleFadingArrowUp}
      docs="target-release"
      noun="Target release"
      buttons={[
        ...(named.type === 'success'
          ? [{ label: 'Name installation', sends: 'installation_update' as const, run: () => setNaming(true) }]
          : []),
        { label: 'Set target release', to: paths.targetReleaseEdit(), whyNot },
      ]}
      note={`${running ? stateText(running, target) : ''} ${MEANING}`}
      facts={[
        ...(named.type === 'success' ? [{ name: 'Installation', value: name ?? 'Not named' }] : []),
        ...(running ? [{ name: 'Running', value: running }] : []),
        { name: 'Version', value: target ?? 'Not set' },
        { name: 'Requested', value: <DateTime value={timeRequested} /> },
        { name: 'Generation', value: generation },
      ]}
    >
      {changes.type === 'success' && <History changes={changes.data.items} />}
      {isNaming && <InstallationForm name={name ?? ''} onClose={() => setNaming(false)} />}
      <Outlet />
    </DetailPage>
  )
}

const History = ({ changes }: { changes: readonly AuditEvent[] }) => (
  <TableCard
    title="History"
    text="Requests to change the target release, newest first."
    columns={columns}
    rows={changes}
    rowKey={({ id }) => String(id)}
    rowLabel={({ targetName, id }) => targetName ?? String(id)}
    empty={<p className="text-sm text-muted">No changes recorded.</p>}
  />
)
