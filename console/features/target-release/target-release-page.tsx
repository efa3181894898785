// The release that the system should run, and who set which one when.
import { CircleFadingArrowUp } from '@lucide/icons'
import { Outlet } from 'react-router'
import { FormLink } from '../../frame/form-link.tsx'
import { usePalette } from '../../frame/palette.ts'
import { DocsButton } from '../../help/docs-button.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/display/card.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { useData } from '../../use-api.ts'
import type { AuditEvent } from '../audit/audit-queries.ts'
import { resultColumn } from '../audit/audit-result-badge.tsx'
import { targetRelease, targetReleaseChanges } from './target-release-queries.ts'

const columns: Column<AuditEvent>[] = [
  { id: 'version', header: 'Version', cell: ({ targetName }) => targetName ?? <Dash /> },
  { id: 'time', header: 'Requested', cell: ({ time }) => <DateTime value={new Date(time)} /> },
  { id: 'actor', header: 'Requested by', cell: ({ actorName }) => actorName ?? <Dash /> },
  resultColumn,
]

export default function TargetReleasePage() {
  const { generation, releaseSource, timeRequested } = useData(targetRelease())
  const changes = useData(targetReleaseChanges())
  const whyNot = useWhyNotFleet()
  const to = paths.targetReleaseEdit()
  usePalette(whyNot ? [] : [{ label: 'Set target release', to }])
  return (
    <>
      <PageHeader
        title="Target release"
        icon={<Icon icon={CircleFadingArrowUp} />}
        aside={<DocsButton topic="target-release" />}
        actions={<FormLink label="Set target release" to={to} whyNot={whyNot} />}
      />
      <div className="space-y-5">
        <Properties
          columns={2}
          items={[
            { name: 'Version', value: releaseSource.type === 'unspecified' ? 'Not set' : releaseSource.version },
            { name: 'Requested', value: <DateTime value={timeRequested} /> },
            { name: 'Generation', value: generation },
          ]}
        />
        {changes.type === 'success' && <History changes={changes.data.items} />}
      </div>
      <Outlet />
    </>
  )
}

const History = ({ changes }: { changes: readonly AuditEvent[] }) => (
  <Card title="History" titleId="release-history" text="Requests to change the target release, newest first.">
    {changes.length > 0 ? (
      <Table
        labelledBy="release-history"
        columns={columns}
        rows={changes}
        rowKey={({ id }) => String(id)}
        rowLabel={({ targetName, id }) => targetName ?? String(id)}
      />
    ) : (
      <p className="text-sm text-muted">No changes recorded.</p>
    )}
  </Card>
)
