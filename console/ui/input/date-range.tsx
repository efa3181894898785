// A time range: a preset, or two days and times. Editing the range sets the preset to Custom; selecting Custom keeps the range.
// The range does not slide by itself: the caller asks `presetRange` again on each tick.
import { CalendarRange } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { lazyPart } from '../display/lazy.tsx'
import { presetRange, type Range, type RangePreset } from '../../util/range.ts'
import { rangeText } from '../../util/time-text.ts'
import { NativeSelect } from './native-select.tsx'
import { PopoverButton } from '../overlay/popover.tsx'

const DateRangeEditor = lazyPart(
  async () => (await import('./date-range-editor.lazy.tsx')).DateRangeEditor,
  <div className="h-87 w-63" />,
)

export interface DateRangeProps {
  presets: readonly RangePreset[]
  /** the value of a preset, or 'custom' */
  preset: string
  range: Range
  onChange: (preset: string, range: Range) => void
  /** the end cannot be later than this; defaults to now */
  latest?: Date
}

export function DateRange({ presets, preset, range, onChange, latest }: DateRangeProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="w-36">
        <NativeSelect
          aria-label="Choose a time range preset"
          items={[...presets.map(({ value, label }) => ({ value, label })), { value: 'custom', label: 'Custom' }]}
          value={preset}
          onChange={(value) => {
            const chosen = presets.find((one) => one.value === value)
            onChange(value, chosen ? presetRange(chosen, new Date()) : range)
          }}
        />
      </div>
      <PopoverButton
        label={`Choose a date range: ${rangeText(range)}`}
        variant="secondary"
        size="md"
        align="start"
        onNear={DateRangeEditor.preload}
        trigger={
          <>
            <Icon icon={CalendarRange} />
            <span className="font-normal tabular-nums">{rangeText(range)}</span>
          </>
        }
      >
        <DateRangeEditor range={range} latest={latest} onChange={(next) => onChange('custom', next)} />
      </PopoverButton>
    </div>
  )
}
