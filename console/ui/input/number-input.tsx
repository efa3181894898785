// A whole number with steppers. Empty is NaN, so that "required" can tell it from zero. The typed text is kept apart from the
// value: clamping while typing would make 12 unreachable under a minimum of 5.
import { Minus, Plus } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { useState, type KeyboardEvent, type Ref } from 'react'
import { cx } from '../display/cx.ts'
import { useField } from './field.tsx'
import { parseWhole } from './whole-number.ts'

export interface NumberInputProps {
  value: number
  onChange: (value: number) => void
  /** whether the text is something other than a whole number; the value is NaN then */
  onInvalid?: (isInvalid: boolean) => void
  onBlur?: () => void
  min?: number
  max?: number
  step?: number
  /** shown after the number, e.g. GiB */
  unit?: string
  name?: string
  disabled?: boolean
  'aria-label'?: string
  ref?: Ref<HTMLInputElement>
}

const show = (value: number) => (Number.isNaN(value) ? '' : value.toLocaleString(undefined, { useGrouping: false }))

export function NumberInput(props: NumberInputProps) {
  const {
    value,
    onChange,
    onInvalid,
    onBlur,
    min = 0,
    max = Number.MAX_SAFE_INTEGER,
    step = 1,
    unit,
    disabled,
    ref,
    name,
  } = props
  const [draft, setDraft] = useState<string>()
  const clamp = (next: number) => Math.min(max, Math.max(min, next))
  const type = (text: string) => {
    const parsed = parseWhole(text, { negative: min < 0 })
    setDraft(text)
    onInvalid?.(parsed === undefined)
    onChange(parsed ?? Number.NaN)
  }
  const by = (steps: number) => {
    setDraft(undefined)
    onInvalid?.(false)
    onChange(clamp((Number.isNaN(value) ? min - Math.sign(steps) * step : value) + steps * step))
  }
  const keys: Record<string, () => void> = {
    ArrowUp: () => by(1),
    ArrowDown: () => by(-1),
    PageUp: () => by(10),
    PageDown: () => by(-10),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  // the form may have set another value since the text was typed
  const shown =
    draft !== undefined && Object.is(parseWhole(draft, { negative: min < 0 }) ?? Number.NaN, value)
      ? draft
      : show(value)
  const stepper =
    'flex h-full w-7 items-center justify-center text-muted hover:bg-hover hover:text-body disabled:pointer-events-none disabled:opacity-40 [&_svg]:size-3.5'
  return (
    <div
      className={cx(
        'flex h-8 w-full items-stretch overflow-hidden rounded-md border border-control text-sm transition-colors focus-within:outline-2 focus-within:outline-focus hover:border-muted has-aria-invalid:border-danger',
        disabled ? 'bg-hover' : 'bg-page',
      )}
    >
      <input
        {...useField()}
        ref={ref}
        name={name}
        role="spinbutton"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={props['aria-label']}
        aria-valuenow={Number.isNaN(value) ? undefined : value}
        aria-valuemin={min}
        aria-valuemax={max === Number.MAX_SAFE_INTEGER ? undefined : max}
        aria-valuetext={Number.isNaN(value) ? 'empty' : unit ? `${show(value)} ${unit}` : undefined}
        disabled={disabled}
        value={shown}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBeforeInput={(event) => min >= 0 && event.data === '-' && event.preventDefault()}
        onBlur={() => {
          // text that is not a number stays, beside its error message
          if (!Number.isNaN(value)) setDraft(undefined)
          if (!Number.isNaN(value) && clamp(value) !== value) onChange(clamp(value))
          onBlur?.()
        }}
        className="min-w-0 grow bg-transparent px-2.5 tabular-nums outline-none disabled:text-muted"
      />
      {unit && <span className="self-center pr-2 text-xs text-muted">{unit}</span>}
      {/* out of the tab order: the arrow keys do the same */}
      <span className="flex divide-x divide-line border-l border-line">
        <button
          type="button"
          tabIndex={-1}
          aria-label="Decrease"
          disabled={disabled || value <= min}
          onClick={() => by(-1)}
          className={stepper}
        >
          <Icon icon={Minus} />
        </button>
        <button
          type="button"
          tabIndex={-1}
          aria-label="Increase"
          disabled={disabled || value >= max}
          onClick={() => by(1)}
          className={stepper}
        >
          <Icon icon={Plus} />
        </button>
      </span>
    </div>
  )
}
