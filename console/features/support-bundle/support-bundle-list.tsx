// The support bundles of the system.
import { LifeBuoy } from '@lucide/icons'
import { useNavigate } from 'react-router'
import { copyIdAction } from '../../action/action.tsx'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { usePolling } from '../../polling.ts'
import { EmptyList, ListPage } from '../../table/list-page.tsx'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { PagedTable } from '../../table/paged-table.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { useData } from '../../use-api.ts'
import { createBundleAction, deleteBundleAction, shortId } from './support-bundle-actions.tsx'
import { supportBundleList } from './support-bundle-queries.ts'
import { BundleState, isBusy, type Bundle } from './support-bundle-state.tsx'

const reasonText = ({ reasonForCreation, reasonForFailure }: Bundle) => reasonForFailure ?? reasonForCreation

const columns: SortedColumn<Bundle>[] = [
  {
    id: 'id',
    header: 'Bundle',
    cell: ({ id }) => (
      <TextLink to={paths.supportBundle({ bundle: id })}>
        <span className="font-mono text-xs">{shortId(id)}</span>
      </TextLink>
    ),
  },
  {
    id: 'state',
    header: 'State',
    early: true,
    text: ({ state }) => state,
    cell: (bundle) => <BundleState bundle={bundle} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    text: reasonText,
    cell: reasonText,
  },
  {
    id: 'created',
    header: 'Created',
    value: ({ timeCreated }) => timeCreated.getTime(),
    cell: ({ timeCreated }) => <DateTime value={timeCreated} />,
  },
]

export default function SupportBundleListPage() {
  const navigate = useNavigate()
  const whyNot = useWhyNotFleet()
  const busy = useData(supportBundleList()).items.some(isBusy)
  const poll = usePolling({ fast: 2000, slow: 60_000, busy })
  const create = [createBundleAction(whyNot, (bundle) => navigate(paths.supportBundle({ bundle })))]
  return (
    <ListPage title="Support bundles" icon={LifeBuoy} docs="support-bundles" create={create}>
      <PagedTable
        label="Support bundles"
        nouns="support bundles"
        list={supportBundleList}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ id }) => shortId(id)}
        actions={(bundle) => [copyIdAction(bundle.id), deleteBundleAction(bundle, whyNot)]}
        poll={poll}
        empty={
          <EmptyList
            icon={LifeBuoy}
            create={create}
            title="No support bundles"
            text="A support bundle collects diagnostics in a zip file that you can read here or send to support."
          />
        }
      />
    </ListPage>
  )
}
