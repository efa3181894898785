// Values over time, as a card with a chart, its menu, and its loading, empty and error states.
import { Download, Image as Picture } from '@lucide/icons'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { ApiError } from '#contract/errors.ts'
import { Card } from '../ui/display/card.tsx'
import { cx } from '../ui/display/cx.ts'
import { Icon } from '../ui/display/icon.tsx'
import type { MenuItem } from '../ui/overlay/menu-item.ts'
import { MenuButton } from '../ui/overlay/menu.tsx'
import type { ChartData } from './chart-data.ts'
import { downloadCsv, downloadPng } from './chart-export.ts'
import { Legend, slotOf } from './series-colors.tsx'
import type { ChartLook } from './time-chart-options.ts'
import { TimeChartPlot } from './time-chart-plot.tsx'

export interface TimeChartProps extends ChartLook {
  title: string
  /** next to the title and after each value, e.g. 'GiB' */
  unit: string
  /** after each value, if different from the title's */
  valueUnit?: string
  text?: ReactNode
  /** above the downloads */
  menu?: readonly MenuItem[]
  /** undefined during the first load; keep the old data while new data loads */
  data: ChartData | undefined
  error?: unknown
  /** whose data it is, unless it is the silo's or the fleet's */
  project?: string | undefined
  /** below the error message */
  errorAction?: ReactNode
}

export function TimeChart(props: TimeChartProps) {
  const { title, unit, valueUnit = unit, text, menu = [], data, error, project, errorAction, ...look } = props
  const box = useRef<HTMLDivElement>(null)
  const isEmpty = data && data.series.every(({ values }) => values.every((value) => value === null))
  const hasPlot = data !== undefined && !isEmpty
  const [chosen, isolate] = useState<string>()
  const shown = useMemo(() => data && isolated(data, chosen), [data, chosen])
  const whyNoFile = hasPlot ? undefined : 'There is no data to download'
  return (
    <Card
      title={
        <>
          {title} <span className="text-sm font-normal text-muted">({unit})</span>
        </>
      }
      text={error && data ? `Could not update: ${messageOf(error, project)}` : text}
      actions={
        <MenuButton
          label={`Chart actions: ${title}`}
          items={[
            ...menu,
            {
              label: 'Download CSV',
              icon: <Icon icon={Download} />,
              group: 'file',
              disabledReason: whyNoFile,
              onSelect: () => data && downloadCsv(title, valueUnit, data),
            },
            {
              label: 'Download PNG',
              icon: <Icon icon={Picture} />,
              group: 'file',
              disabledReason: whyNoFile,
              onSelect: () => {
                const canvas = box.current?.querySelector('canvas')
                if (canvas) downloadPng(`${title} (${unit})`, canvas)
              },
            },
          ]}
        />
      }
    >
      <div ref={box} className="h-[300px]">
        {error && !data ? (
          <Notice title={titleOf(error)} text={messageOf(error, project)} action={errorAction} isAlert />
        ) : isEmpty ? (
          <Notice title="No data" text="Nothing was recorded in this period." />
        ) : shown ? (
          // uPlot cannot change how many series it draws, nor how they look
          <TimeChartPlot key={shown.series.map(slotOf).join()} label={title} unit={valueUnit} data={shown} {...look} />
        ) : (
          <ChartSkeleton />
        )}
      </div>
      {hasPlot && data.series.length > 1 && (
        <Legend series={data.series} unit={valueUnit} alone={shown === data ? undefined : chosen} onIsolate={isolate} />
      )}
    </Card>
  )
}

/** Only the chosen series, unless it is gone. */
function isolated(data: ChartData, chosen: string | undefined): ChartData {
  const at = data.series.findIndex(({ label }) => label === chosen)
  const alone = data.series[at]
  return alone ? { ...data, series: [{ ...alone, slot: slotOf(alone, at) }] } : data
}

const titleOf = (error: unknown) => (isForbidden(error) ? 'You cannot see this metric' : 'Something went wrong')
const isForbidden = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 403

/** Names the role that is missing if the caller may not read it. */
const messageOf = (error: unknown, project: string | undefined) =>
  (isForbidden(error) && `You need the ${roleFor(error, project)}.`) ||
  (error instanceof Error && error.message) ||
  'Please try again. If the problem persists, contact your administrator.'

const roleFor = ({ operation }: ApiError, project: string | undefined) =>
  operation.startsWith('system_')
    ? 'fleet viewer role'
    : `viewer role on ${project === undefined ? 'this silo' : `project ${project}`}`

interface NoticeProps {
  title: string
  text: string
  action?: ReactNode
  isAlert?: boolean
}

function Notice({ title, text, action, isAlert }: NoticeProps) {
  return (
    <div className="relative h-full">
      <Grid />
      <div role={isAlert ? 'alert' : undefined} className="absolute inset-0 flex items-center justify-center px-4">
        {/* the background keeps the grid's lines off the text */}
        <div className="flex flex-col items-center bg-raised px-3 py-2 text-center">
          <p className="font-medium">{title}</p>
          <p className="max-h-32 max-w-[28rem] overflow-y-auto text-sm text-balance whitespace-pre-wrap text-muted wrap-anywhere">
            {text}
          </p>
          {action && <div className="mt-3">{action}</div>}
        </div>
      </div>
    </div>
  )
}

function ChartSkeleton() {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- stands in for a picture that has not loaded
    <div role="img" aria-label="Chart loading" className="h-full animate-pulse">
      <Grid />
    </div>
  )
}

/** A placeholder grid with room for the axes. */
function Grid() {
  return (
    <div aria-hidden className="grid h-full grid-rows-6 pr-14 pb-6">
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className={cx('border-t border-line/60', row === 5 && 'border-b')} />
      ))}
    </div>
  )
}
