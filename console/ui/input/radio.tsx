// RadioGroup and RadioCards: one of a few, all of them visible. Native radios, so arrow keys and forms work by themselves.
import { cx } from '../display/cx.ts'
import type { Choice } from './checkbox-group.tsx'
import { useField } from './field.tsx'

export interface RadioGroupProps<V extends string> {
  name: string
  options: readonly Choice<V>[]
  value: V | undefined
  onChange: (value: V) => void
  inline?: boolean
  /** the accessible name where no Field is around */
  label?: string
}

const dot =
  'size-4 shrink-0 cursor-[inherit] appearance-none rounded-full border border-control bg-page transition-all checked:border-[5px] checked:border-accent-fill hover:border-muted checked:hover:border-accent-fill disabled:opacity-60'

export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  return <Radios {...props} cards={false} />
}

/** The same as cards: for choices that need a line of explanation. */
export function RadioCards<V extends string>(props: RadioGroupProps<V>) {
  return <Radios {...props} cards />
}

function Radios<V extends string>(props: RadioGroupProps<V> & { cards: boolean }) {
  const { name, options, value, onChange, inline, label, cards } = props
  const { 'aria-labelledby': labelledBy, 'aria-describedby': described, 'aria-invalid': invalid } = useField()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={described}
      aria-invalid={invalid}
      className={cards ? 'grid gap-2 sm:grid-cols-2' : inline ? 'flex flex-wrap gap-x-4 gap-y-1' : 'space-y-1'}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'flex cursor-pointer items-start gap-2 text-sm has-disabled:cursor-not-allowed has-disabled:text-muted',
            cards
              ? 'rounded-md border border-control bg-page px-3 py-2 transition-colors hover:bg-hover has-checked:border-accent-fill has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:bg-hover'
              : 'w-fit',
          )}
        >
          <span className="flex h-5 items-center">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className={cx(dot, cards && 'focus-visible:outline-none')}
            />
          </span>
          <span className="min-w-0">
            {option.label}
            {option.help && <span className="block text-xs text-muted">{option.help}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}
