// One file, dropped or chosen. Shows its name and size; the native input is reached by the keyboard.
import { Upload, X } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { useId, useRef, useState, type DragEvent } from 'react'
import { bytesText } from '../../util/format.ts'
import { truncate } from '../../util/text.ts'
import { Button } from './button.tsx'
import { cx } from '../display/cx.ts'
import { useField } from './field.tsx'

export interface FileInputProps {
  value: File | null | undefined
  onChange: (file: File | null) => void
  onBlur?: () => void
  accept?: string
  name?: string
  disabled?: boolean
  /** lets a form focus the field that has an error */
  ref?: (input: HTMLInputElement | null) => void
}

export function FileInput({ value, onChange, onBlur, accept, name, disabled, ref }: FileInputProps) {
  const field = useField()
  const own = useId()
  const id = field.id ?? own
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !disabled) onChange(file)
  }
  const clear = () => {
    // or choosing the same file again would be no change
    if (input.current) input.current.value = ''
    onChange(null)
    input.current?.focus()
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'relative flex min-h-20 items-center justify-center gap-3 rounded-md border border-dashed px-3 py-3 text-sm transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus',
        over ? 'border-accent-fill bg-accent-soft' : 'border-control bg-page hover:bg-hover',
        field['aria-invalid'] && 'border-danger',
      )}
    >
      <input
        {...field}
        ref={(element) => {
          input.current = element
          ref?.(element)
        }}
        id={id}
        name={name}
        type="file"
        accept={accept}
        disabled={disabled}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.files?.[0] ?? null)}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      {value ? (
        <>
          <span className="pointer-events-none min-w-0">
            <span className="font-mono text-xs wrap-anywhere" title={value.name}>
              {truncate(value.name, 32, 'middle')}
            </span>
            <span className="ml-2 text-xs whitespace-nowrap text-muted tabular-nums">{bytesText(value.size)}</span>
          </span>
          <span className="relative">
            <Button variant="ghost" size="icon" aria-label="Clear file" onClick={clear}>
              <Icon icon={X} />
            </Button>
          </span>
        </>
      ) : (
        <span className="pointer-events-none flex items-center gap-2 text-muted">
          <Icon icon={Upload} className="size-4" />
          <span>
            Drop a file here or <span className="text-accent underline">browse</span>
          </span>
        </span>
      )}
    </div>
  )
}
