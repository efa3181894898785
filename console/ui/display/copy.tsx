// Copy buttons, which show a check mark for 2 s, and truncated text with the full text in a tooltip.
import { Check, Copy } from '@lucide/icons'
import { Icon } from './icon.tsx'
import { useEffect, useState } from 'react'
import { copyText } from '../../util/clipboard.ts'
import { truncate } from '../../util/text.ts'
import { cx } from './cx.ts'
import { Tooltip } from '../overlay/tooltip.tsx'

export interface CopyButtonProps {
  text: string
  /** the accessible name; "Copy" is enough next to the text */
  label?: string
}

export function CopyButton({ text, label = 'Copy' }: CopyButtonProps) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 2000)
    return () => clearTimeout(timer)
  }, [done])
  return (
    <Tooltip content={done ? 'Copied' : 'Copy'}>
      <button
        type="button"
        aria-label={done ? 'Copied' : label}
        className="relative inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-body [&_svg]:size-3.5"
        onClick={(event) => {
          event.stopPropagation()
          void copyText(text).then(setDone)
        }}
      >
        {done ? <Icon icon={Check} className="text-success" /> : <Icon icon={Copy} />}
        <output className="sr-only">{done ? 'Copied' : ''}</output>
      </button>
    </Tooltip>
  )
}

export interface TruncateProps {
  text: string
  maxLength: number
  position?: 'end' | 'middle'
  /** adds a copy button if the text is truncated */
  copy?: boolean
  mono?: boolean
}

export function Truncate({ text, maxLength, position = 'end', copy, mono }: TruncateProps) {
  const cut = text.length > maxLength
  return (
    <span className={cx('inline-flex max-w-full min-w-0 items-center gap-1', mono && 'font-mono text-xs')}>
      <Tooltip content={cut && text} delay={300}>
        <span className="truncate">{truncate(text, maxLength, position)}</span>
      </Tooltip>
      {copy && cut && <CopyButton text={text} />}
    </span>
  )
}

/** An identifier or address, always with a copy button. A UUID has 36 characters, an IPv6 address up to 39. */
export function CopyText({
  text,
  maxLength = 39,
  position = 'middle',
}: Omit<TruncateProps, 'copy' | 'maxLength'> & { maxLength?: number }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1">
      <Truncate text={text} maxLength={maxLength} position={position} mono />
      <CopyButton text={text} label={`Copy ${text}`} />
    </span>
  )
}
