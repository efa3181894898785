// Values over time, as a card with an area chart and its loading, empty and error states.
import type { ReactNode } from 'react'
import { Card } from '../ui/display/card.tsx'
import { cx } from '../ui/display/cx.ts'
import type { ChartData } from './chart-data.ts'
import { TimeChartPlot } from './time-chart-plot.tsx'

export interface TimeChartProps {
  title: string
  /** beside the title and after each value, e.g. 'GiB' */
  unit: string
  /** after each value, where it differs from the title's */
  valueUnit?: string
  text?: ReactNode
  actions?: ReactNode
  /** nothing while the first answer is on its way; keep the old one while the next is */
  data: ChartData | undefined
  error?: unknown
  /** levels that hold until the next point, rather than a line from point to point */
  step?: boolean
}

export function TimeChart({ title, unit, valueUnit = unit, text, actions, data, error, step = false }: TimeChartProps) {
  const isEmpty = data && data.series.every(({ values }) => values.every((value) => value === null))
  return (
    <Card
      title={
        <>
          {title} <span className="text-sm font-normal text-muted">({unit})</span>
        </>
      }
      text={text}
      actions={actions}
    >
      <div className="h-[300px]">
        {error && !data ? (
          <Notice
            title="Something went wrong"
            text="Please try again. If the problem persists, contact your administrator."
          />
        ) : isEmpty ? (
          <Notice title="No data" text="Nothing was recorded in this period." />
        ) : data ? (
          <TimeChartPlot label={title} unit={valueUnit} data={data} step={step} />
        ) : (
          <ChartSkeleton />
        )}
      </div>
    </Card>
  )
}

function Notice({ title, text }: { title: string; text: string }) {
  return (
    <div className="relative h-full">
      <Grid />
      <div className="absolute inset-0 flex flex-col items-center justify-center px-4 text-center">
        <p className="font-medium">{title}</p>
        <p className="max-w-[22rem] text-sm text-balance text-muted">{text}</p>
      </div>
    </div>
  )
}

function ChartSkeleton() {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture that is not there yet
    <div role="img" aria-label="Chart loading" className="h-full animate-pulse">
      <Grid />
    </div>
  )
}

/** The lines of the chart that is to come, with the room for its axes. */
function Grid() {
  return (
    <div aria-hidden className="grid h-full grid-rows-6 pr-12 pb-6">
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className={cx('border-t border-line/60', row === 5 && 'border-b')} />
      ))}
    </div>
  )
}
