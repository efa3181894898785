// Why an instance runs where it does, and what stands for and against the other sleds. For those who may see sleds.
import { capitalize } from '#contract/errors.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/card.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { SkeletonRows } from '../../ui/display/skeleton.tsx'
import { TabLoad } from '../../ui/display/tab-load.tsx'
import { useLoad } from '../../use-api.ts'
import { instancePlacement } from './migration-queries.ts'

export function PlacementCard({ id }: { id: string }) {
  const { data, error } = useLoad(instancePlacement(id), { optional: true })
  if (!data)
    return <Card title="Placement">{error ? <TabLoad error={error} /> : <SkeletonRows rows={3} columns={1} />}</Card>
  const { sledId, reason, timePlaced, sleds, refusal } = data
  const here = sleds.find((sled) => sled.sledId === sledId)
  const others = sleds.filter((sled) => sled !== here)
  return (
    <Card title="Placement" text="Why it runs where it does, and which sleds could take it now.">
      <div className="space-y-4 text-sm">
        {sledId ? (
          <div>
            <p>
              Runs on <TextLink to={paths.sledInstances({ sledId })}>{here?.serial ?? sledId}</TextLink>
              {timePlaced && (
                <>
                  {' '}
                  since <DateTime value={timePlaced} />
                </>
              )}
              .
            </p>
            <p className="text-muted">{reason ?? 'The reason was not recorded.'}</p>
          </div>
        ) : (
          <p>Not running. A sled is chosen when it starts.</p>
        )}
        {refusal && <p className="text-notice">{capitalize(refusal)}.</p>}
        <ul aria-label={sledId ? 'Other sleds' : 'Sleds'} className="max-h-72 divide-y divide-line overflow-y-auto">
          {others.map(({ sledId: id, serial, fits, conditions }) => (
            <li key={id} className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2">
              <span className="w-28 shrink-0 wrap-anywhere">
                <TextLink to={paths.sledInstances({ sledId: id })}>{serial}</TextLink>
              </span>
              <Badge tone={fits ? 'success' : 'neutral'}>{fits ? 'fits' : 'does not fit'}</Badge>
              <span className="basis-full text-xs text-muted">
                {capitalize(
                  conditions
                    .filter((one) => one.fits === fits)
                    .slice(0, fits ? 2 : undefined)
                    .map(({ text }) => text)
                    .join('; '),
                )}
                .
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
