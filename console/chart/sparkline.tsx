// A small line without axes that shows the trend of a number. Gaps stay gaps.
interface SparklineProps {
  /** the accessible description */
  label: string
  values: readonly (number | null)[]
  /** the top of the drawing */
  max: number
}

const WIDTH = 96
const HEIGHT = 20

export function Sparkline({ label, values, max }: SparklineProps) {
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map((value, at) => {
    if (value === null) return ''
    const y = 1 + (HEIGHT - 2) * (1 - Math.min(1, value / (max || 1)))
    const isFirst = at === 0 || values[at - 1] === null
    return `${isFirst ? 'M' : 'L'}${(at * step).toFixed(1)} ${y.toFixed(1)}`
  })
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing has no tag for it
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      className="shrink-0 text-accent"
    >
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className="stroke-line" />
      <path d={points.join('')} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  )
}
