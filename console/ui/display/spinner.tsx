// A small spinner. Inside a button or badge that states it in words, pass label="" to keep it silent.
import { cx } from './cx.ts'

export interface SpinnerProps {
  size?: 'sm' | 'md' | 'lg'
  label?: string
}

const sizes = { sm: 'size-3', md: 'size-4', lg: 'size-6' }

export function Spinner({ size = 'md', label = 'Spinner' }: SpinnerProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      className={cx('shrink-0 animate-spin', sizes[size])}
      role={label ? 'img' : undefined}
      aria-label={label || undefined}
      aria-hidden={label ? undefined : true}
    >
      <circle cx="8" cy="8" r="6.5" opacity="0.3" />
      <path d="M8 1.5a6.5 6.5 0 0 1 6.5 6.5" strokeLinecap="round" />
    </svg>
  )
}
