// How a chart's series look: their colors and dashes, and their legend.
import { cx } from '../ui/display/cx.ts'
import { measuredText } from '../util/format.ts'
import type { TimeSeries } from './chart-data.ts'

/** More lines than this cannot be told apart. */
export const MAX_SERIES = 10
/** CSS variables, in the order of the series. */
export const seriesColors = Array.from({ length: MAX_SERIES }, (_, at) => `--chart-${at + 1}`)

/** On a canvas, in pixels. Lines of one color differ by these. */
const dashes: readonly number[][] = [[], [6, 3], [2, 3], [10, 3, 2, 3], [10, 3, 2, 3, 2, 3]]

const colorOf = (slot: number) => slot % MAX_SERIES
export const colorAt = <T,>(colors: readonly T[], slot: number): T | undefined => colors[colorOf(slot)]
export const dashAt = (slot: number): number[] => dashes[Math.floor(slot / MAX_SERIES) % dashes.length] ?? []
export const slotOf = ({ slot }: Pick<TimeSeries, 'slot'>, at: number): number => slot ?? at

/** Gives each of a page's things its own look, the same in every chart. */
export class Slots {
  readonly #slots = new Map<string, number>()

  /** Returns the colors of the things in one chart, none of them twice if it can be avoided. */
  of(ids: readonly string[]): number[] {
    for (const id of ids) if (!this.#slots.has(id)) this.#slots.set(id, this.#free(ids))
    return ids.map((id) => this.#slots.get(id)!)
  }

  #free(beside: readonly string[]): number {
    const taken = new Set(this.#slots.values())
    const colors = new Set(beside.map((id) => this.#slots.get(id)).map((slot) => slot !== undefined && colorOf(slot)))
    const free = Array.from({ length: taken.size + MAX_SERIES }, (_, slot) => slot).filter((slot) => !taken.has(slot))
    return free.find((slot) => !colors.has(colorOf(slot))) ?? free[0]!
  }
}

export function Swatch({ slot }: { slot: number }) {
  const color = `var(${colorAt(seriesColors, slot)})`
  const isDashed = dashAt(slot).length > 0
  return (
    <span
      aria-hidden
      data-part="swatch"
      className={cx('size-2 shrink-0 rounded-[2px]', isDashed && 'border-2')}
      style={isDashed ? { borderColor: color } : { background: color }}
    />
  )
}

interface LegendProps {
  series: readonly TimeSeries[]
  unit: string
  /** the only one shown */
  alone: string | undefined
  onIsolate: (label: string | undefined) => void
}

/** A click shows one series alone, another click shows all of them again. */
export function Legend({ series, unit, alone, onIsolate }: LegendProps) {
  return (
    <ul aria-label="Legend" className="mt-2 flex flex-wrap gap-x-1 gap-y-0.5 text-xs text-muted">
      {series.map(({ label, values, slot }, at) => {
        const present = values.filter((value) => value !== null)
        const isAlone = alone === label
        return (
          <li key={label} className="min-w-0">
            <button
              type="button"
              aria-pressed={isAlone}
              title={isAlone ? 'Show all' : `Show only ${label}`}
              onClick={() => onIsolate(isAlone ? undefined : label)}
              className={cx(
                // on phones the values go below a long name, not into a narrow column beside it
                'flex min-h-6 min-w-0 items-center gap-x-1.5 rounded-sm px-1.5 text-left hover:bg-hover hover:text-body max-sm:grid max-sm:grid-cols-[auto_1fr]',
                isAlone && 'bg-hover text-body',
              )}
            >
              <Swatch slot={slotOf({ slot }, at)} />
              <span className={cx('wrap-anywhere', alone !== undefined && !isAlone && 'line-through')}>{label}</span>
              {present.length > 0 && (
                <span className="min-w-0 tabular-nums max-sm:col-start-2">
                  {textOf(values.at(-1), unit)}, highest {textOf(Math.max(...present), unit)}
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const textOf = (value: number | null | undefined, unit: string) =>
  value === null || value === undefined ? 'no data' : `${measuredText(value)} ${unit}`
