// Progress bars (Progress) and fill levels (Meter, CapacityBar with a scale).
import type { ReactNode } from 'react'
import { cx } from '../display/cx.ts'

export interface ProgressProps {
  label: string
  /** 0 to 100; without it the bar is indeterminate */
  value?: number
}

export function Progress({ label, value }: ProgressProps) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the native bar cannot be drawn alike everywhere
      role="progressbar"
      aria-label={label}
      aria-valuenow={value === undefined ? undefined : Math.round(value)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 overflow-hidden rounded-full bg-active"
    >
      <div
        className={cx(
          'h-full rounded-full bg-accent-fill',
          value === undefined ? 'w-1/4 animate-slide' : 'transition-[width]',
        )}
        style={value === undefined ? undefined : { width: `${Math.min(100, Math.max(0, value))}%` }}
      />
    </div>
  )
}

const nearFull = 66
const full = 75

export interface MeterProps {
  label: string
  /** 0 to 100 */
  value: number
  /** read aloud and shown in words by the caller, e.g. "12 of 64 vCPUs" */
  valueText?: string
  compact?: boolean
}

export function Meter({ label, value, valueText, compact }: MeterProps) {
  const share = Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 0
  const fill = share > full ? 'bg-danger-fill' : share > nearFull ? 'bg-notice-fill' : 'bg-accent-fill'
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
      role="meter"
      aria-label={label}
      aria-valuenow={Math.round(share * 100) / 100}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={valueText}
      className={cx('relative overflow-hidden rounded-[2px] bg-active', compact ? 'h-1.5' : 'h-2.5')}
    >
      <div className={cx('h-full transition-[width]', fill)} style={{ width: `${share}%` }} />
      {/* marks where it turns amber and red */}
      <span aria-hidden className="absolute inset-y-0 w-px bg-page" style={{ left: `${nearFull}%` }} />
      <span aria-hidden className="absolute inset-y-0 w-px bg-page" style={{ left: `${full}%` }} />
    </div>
  )
}

/** In a row of a table, beside the figures. */
export const RowMeter = (props: MeterProps) => (
  <span className="inline-block w-10 shrink-0">
    <Meter {...props} compact />
  </span>
)

export interface CapacityBarProps extends MeterProps {
  icon?: ReactNode
  title: ReactNode
  unit?: ReactNode
  /** the large figure, usually a Percent */
  figure: ReactNode
  used: ReactNode
  total: ReactNode
  usedLabel?: string
  totalLabel?: string
}

export function CapacityBar(props: CapacityBarProps) {
  const { icon, title, unit, figure, used, total, usedLabel = 'Used', totalLabel = 'Total', ...meter } = props
  return (
    <section className="min-w-0 rounded-md border border-line bg-raised p-4">
      <div className="flex items-start justify-between gap-4">
        <h2 className="flex items-center gap-2 text-sm font-medium [&_svg]:size-4 [&_svg]:text-muted">
          {icon}
          <span>
            {title} {unit && <span className="font-normal text-muted">({unit})</span>}
          </span>
        </h2>
        <span className="text-xl leading-6 font-semibold tabular-nums">{figure}</span>
      </div>
      <div className="mt-3">
        <Meter {...meter} />
      </div>
      <dl className="mt-2 flex justify-between gap-4 text-xs tabular-nums">
        <div className="flex gap-1.5">
          <dt className="text-muted">{usedLabel}</dt>
          <dd>{used}</dd>
        </div>
        <div className="flex gap-1.5">
          <dt className="text-muted">{totalLabel}</dt>
          <dd>{total}</dd>
        </div>
      </dl>
    </section>
  )
}
