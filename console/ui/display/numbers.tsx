// Formatted numbers: abbreviated, with the full value in a tooltip.
import { bigNum, bytes, fullNum, splitDecimal } from '../../util/format.ts'
import { emDash } from '../../util/text.ts'
import { Tooltip } from '../overlay/tooltip.tsx'

export function BigNum({ value }: { value: number | bigint }) {
  const { text, abbreviated } = bigNum(value)
  return (
    <Tooltip content={abbreviated && <span className="tabular-nums">{fullNum(value)}</span>}>
      <span className="tabular-nums">{text}</span>
    </Tooltip>
  )
}

/** The integer part large, the fraction small; NaN is a dash. Take the value from percentOf. */
export function Percent({ value }: { value: number }) {
  const [whole, fraction] = Number.isNaN(value) ? [emDash, ''] : splitDecimal(value)
  return (
    <span className="tabular-nums">
      {whole}
      <span className="text-[0.7em] font-medium text-muted">{fraction}%</span>
    </span>
  )
}

export function Bytes({ value, digits = 2 }: { value: number; digits?: number }) {
  const { value: size, unit } = bytes(value, digits)
  return (
    <span className="whitespace-nowrap tabular-nums">
      {size.toLocaleString(undefined, { maximumFractionDigits: digits })} <span className="text-muted">{unit}</span>
    </span>
  )
}
