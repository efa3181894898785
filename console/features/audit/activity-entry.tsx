// One entry of an activity page: a sentence that opens, and the actions of its row.
import { Ban, CircleAlert, RotateCw, User } from '@lucide/icons'
import type { Action } from '../../action/action.tsx'
import { menuItem } from '../../action/action.tsx'
import { cx } from '../../ui/display/cx.ts'
import { Icon, type IconData } from '../../ui/display/icon.tsx'
import { MenuButton } from '../../ui/overlay/menu.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { momentText, timeText } from '../../util/time-text.ts'
import { actorOf, happenedOf, requestedOf } from './activity-text.ts'
import { AuditFacts, type Names } from './audit-entry.tsx'
import type { ActivityEvent } from './audit-queries.ts'
import { isRefused, RefusedBadge } from './audit-result-badge.tsx'
import { SentenceText } from './sentence.tsx'

interface ActivityEntryProps {
  event: ActivityEvent
  ownSilo: string
  actions: readonly Action[]
}

const NO_NAMES: Names = new Map()

export function ActivityEntry({ event, ownSilo, actions }: ActivityEntryProps) {
  const time = new Date(event.time)
  const { outcome } = event
  return (
    <li className="flex gap-3 border-t border-line px-3 py-2 first:border-0 hover:bg-raised">
      <Tooltip content={momentText(time)}>
        <time dateTime={event.time} className="w-16 shrink-0 pt-0.5 text-right text-xs whitespace-nowrap text-muted">
          {timeText(time)}
        </time>
      </Tooltip>
      <Icon
        icon={iconOf(event)}
        className={cx('mt-0.5 size-4 shrink-0', isTrouble(event) ? 'text-danger' : 'text-muted')}
      />
      <details className="min-w-0 grow text-sm">
        <summary className="cursor-pointer marker:text-muted hover:text-accent">
          {outcome ? (
            <SentenceText sentence={happenedOf({ ...event, outcome })} />
          ) : (
            <SentenceText sentence={requestedOf(event, actorOf(event, ownSilo))} />
          )}
          {isRefused(event) && (
            <span className="ml-2">
              <RefusedBadge />
            </span>
          )}
        </summary>
        {event.operation && <p className="mt-2 font-mono text-xs">{event.operation}</p>}
        <AuditFacts event={event} silos={NO_NAMES} />
      </details>
      <span className="-my-1.5 shrink-0">
        <MenuButton label="Row actions" hintSide="left" items={() => actions.map(menuItem)} />
      </span>
    </li>
  )
}

const isFailure = ({ outcome }: ActivityEvent) => outcome === 'failed' || outcome === 'faulted'
const isTrouble = (event: ActivityEvent) => isFailure(event) || isRefused(event)

function iconOf(event: ActivityEvent): IconData {
  if (isFailure(event)) return CircleAlert
  if (isRefused(event)) return Ban
  return event.outcome ? RotateCw : User
}
