// One of a few, all of them visible: a list, cards for options that need a line of explanation, or chips for short ones. Native radios,
// so arrow keys and forms work by themselves.
import { cx } from '../display/cx.ts'
import type { Choice } from './checkbox-group.tsx'
import { useField } from './field.tsx'

export interface RadioGroupProps<V extends string> {
  name: string
  options: readonly Choice<V>[]
  value: V | undefined
  onChange: (value: V) => void
  look?: RadioLook
  /** the accessible name where no Field is around */
  label?: string
}

const dot =
  'size-4 shrink-0 cursor-[inherit] appearance-none rounded-full border border-control bg-page transition-all checked:border-[5px] checked:border-accent-fill hover:border-muted checked:hover:border-accent-fill disabled:opacity-60'

const framed =
  'border border-control bg-page transition-colors hover:bg-hover has-checked:border-accent-fill has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:bg-hover'

const looks = {
  list: { group: 'space-y-1', option: 'w-fit items-start' },
  inline: { group: 'flex flex-wrap gap-x-4 gap-y-1', option: 'w-fit items-start' },
  cards: { group: 'grid gap-2 sm:grid-cols-2', option: `items-start rounded-md px-3 py-2 ${framed}` },
  /** small cards, three in a row */
  tiles: { group: 'grid gap-2 sm:grid-cols-3', option: `items-start rounded-md px-3 py-2 ${framed}` },
  chips: { group: 'flex flex-wrap gap-2', option: `items-center rounded-full py-1 pr-3.5 pl-2.5 ${framed}` },
}
export type RadioLook = keyof typeof looks

export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const { name, options, value, onChange, label, look = 'list' } = props
  const { group, option: optionLook } = looks[look]
  const { 'aria-labelledby': labelledBy, 'aria-describedby': described, 'aria-invalid': invalid } = useField()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={described}
      aria-invalid={invalid}
      className={group}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'flex cursor-pointer gap-2 text-sm has-disabled:cursor-not-allowed has-disabled:text-muted',
            optionLook,
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
              className={cx(dot, optionLook.includes(framed) && 'focus-visible:outline-none')}
            />
          </span>
          <span className="min-w-0 wrap-anywhere">
            {option.label}
            {option.help && <span className="block text-xs text-muted">{option.help}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}
