// One support bundle: its state, its download, and the files inside.
import { LifeBuoy } from '@lucide/icons'
import { Outlet, useNavigate, useParams } from 'react-router'
import { paletteItemsOf } from '../../action/action.tsx'
import { Link } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { usePolling } from '../../polling.ts'
import { Card } from '../../ui/display/card.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { cx } from '../../ui/display/cx.ts'
import { DateTime } from '../../ui/display/dates.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Bytes } from '../../ui/display/numbers.tsx'
import { Progress } from '../../ui/page/progress.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { useData, useLoad } from '../../use-api.ts'
import { deleteBundleAction, shortId } from './support-bundle-actions.tsx'
import { BundleDownload } from './support-bundle-download.tsx'
import { supportBundleView } from './support-bundle-queries.ts'
import { supportBundleIndex, supportBundleSize } from './support-bundle-contents.ts'
import { BundleState } from './support-bundle-state.tsx'

export default function SupportBundlePage() {
  const { bundle: id = '' } = useParams()
  const navigate = useNavigate()
  const poll = usePolling({ fast: 2000, slow: 60_000, busy: true })
  const bundle = useData(supportBundleView(id), { poll })
  const isActive = bundle.state === 'active'
  const size = useLoad(supportBundleSize(id), { enabled: isActive }).data
  const remove = deleteBundleAction(bundle, useWhyNotFleet(), () => navigate(paths.supportBundles()))
  return (
    <DetailPage
      title={`Support bundle ${shortId(id)}`}
      icon={LifeBuoy}
      docs="support-bundles"
      noun="Support bundle"
      id={id}
      actions={[remove]}
      palette={paletteItemsOf([{ ...remove, label: 'Delete support bundle' }])}
      facts={[
        { name: 'State', value: <BundleState bundle={bundle} /> },
        { name: 'Created', value: <DateTime value={bundle.timeCreated} /> },
        { name: 'Reason', value: bundle.reasonForCreation },
        { name: 'Size', value: isActive && size ? <Bytes value={size} /> : undefined },
        { name: 'ID', value: <CopyText text={id} maxLength={36} /> },
      ]}
    >
      {bundle.state === 'collecting' && (
        <Message title="Collecting diagnostics">
          <p className="mb-2">This usually takes a few seconds. You can leave this page.</p>
          <Progress label="Collecting diagnostics" />
        </Message>
      )}
      {bundle.state === 'failed' && (
        <Message tone="danger" title="The bundle could not be collected">
          {bundle.reasonForFailure ?? 'No reason was given.'}
        </Message>
      )}
      {bundle.state === 'destroying' && <Message>The bundle is being deleted.</Message>}
      {isActive && (
        <>
          <BundleDownload id={id} />
          <Files id={id} />
        </>
      )}
      <output className="sr-only">{`Support bundle is ${bundle.state}`}</output>
    </DetailPage>
  )
}

function Files({ id }: { id: string }) {
  const { file } = useParams()
  const { data: names, error } = useLoad(supportBundleIndex(id))
  return (
    <Card title="Files">
      <div className="grid gap-4 min-[900px]:grid-cols-[16rem_1fr]">
        <nav aria-label="Files in the bundle" className="min-w-0">
          {error instanceof Error && !names && <Message tone="danger">{error.message}</Message>}
          {!names && !error && <Skeleton className="h-40 w-full" />}
          <ul className="max-h-56 overflow-y-auto min-[900px]:max-h-[32rem]">
            {names?.map((name) => (
              <li key={name}>
                <Link
                  to={paths.supportBundleFile({ bundle: id, file: name })}
                  preventScrollReset
                  aria-current={name === file ? 'page' : undefined}
                  className={cx(
                    'block rounded-md px-2 py-1.5 font-mono text-xs wrap-anywhere hover:bg-hover',
                    name === file && 'bg-accent-soft font-medium text-accent',
                  )}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">
          {file ? <Outlet /> : <p className="text-sm text-muted">Select a file to read it.</p>}
        </div>
      </div>
    </Card>
  )
}
