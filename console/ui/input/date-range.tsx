// A span of time: a preset, or two days and times. Any change by hand makes the preset Custom; choosing Custom keeps the
// range. It does not slide by itself: whoever ticks asks `presetRange` again.
import { CalendarRange } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import type { DateRangeEditorProps } from './date-range-editor.tsx'
import { late, useLate } from '../display/late.ts'
import { presetRange, type Range, type RangePreset } from '../../util/range.ts'
import { Listbox } from './listbox.tsx'
import { PopoverButton } from '../overlay/popover.tsx'

export interface DateRangeProps {
  presets: readonly RangePreset[]
  /** the value of a preset, or 'custom' */
  preset: string
  range: Range
  onChange: (preset: string, range: Range) => void
  /** the end cannot lie after this; now, when nothing is given */
  latest?: Date
}

const editor = late<DateRangeEditorProps>(async () => (await import('./date-range-editor.tsx')).DateRangeEditor)

const short: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
}
const rangeText = ({ start, end }: Range) => new Intl.DateTimeFormat(undefined, short).formatRange(start, end)

export function DateRange({ presets, preset, range, onChange, latest }: DateRangeProps) {
  const hasEditor = useLate(editor, false)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="w-36">
        <Listbox
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
        trigger={
          <>
            <Icon icon={CalendarRange} />
            <span className="font-normal tabular-nums">{rangeText(range)}</span>
          </>
        }
      >
        {hasEditor && <editor.Part range={range} latest={latest} onChange={(next) => onChange('custom', next)} />}
      </PopoverButton>
    </div>
  )
}
