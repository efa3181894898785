// The colors of a chart's series, and their legend.

/** More lines than this cannot be told apart. */
export const MAX_SERIES = 10
/** CSS variables, in the order of the series. */
export const seriesColors = Array.from({ length: MAX_SERIES }, (_, at) => `--chart-${at + 1}`)

export function Swatch({ at }: { at: number }) {
  return (
    <span
      aria-hidden
      data-part="swatch"
      className="size-2 shrink-0 rounded-[2px]"
      style={{ background: `var(${seriesColors[at % seriesColors.length]})` }}
    />
  )
}

interface LegendProps {
  labels: readonly string[]
}

export function Legend({ labels }: LegendProps) {
  return (
    <ul aria-label="Legend" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {labels.map((label, at) => (
        <li key={label} className="flex min-w-0 items-center gap-1.5">
          <Swatch at={at} />
          <span className="wrap-anywhere">{label}</span>
        </li>
      ))}
    </ul>
  )
}
