// A state in one word with a colored dot. Color is never the only indication.
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

export type Tone = 'neutral' | 'accent' | 'success' | 'transition' | 'creating' | 'notice' | 'danger'

export interface BadgeProps {
  tone?: Tone
  variant?: 'soft' | 'solid'
  /** shows that the state is temporary */
  busy?: boolean
  /** a colored dot before the word, for states; off for roles, kinds and tags */
  lamp?: boolean
  /** the next badge continues this one (kind + value) */
  joined?: 'start' | 'end'
  children: ReactNode
}

const soft: Record<Tone, string> = {
  neutral: 'bg-neutral-soft text-neutral border-neutral-line/60',
  accent: 'bg-accent-soft text-accent border-accent-line/60',
  success: 'bg-success-soft text-success border-success-line/60',
  transition: 'bg-transition-soft text-transition border-transition-line/60',
  creating: 'bg-creating-soft text-creating border-creating-line/60',
  notice: 'bg-notice-soft text-notice border-notice-line/60',
  danger: 'bg-danger-soft text-danger border-danger-line/60',
}
const solid: Record<Tone, string> = {
  neutral: 'bg-neutral-solid',
  accent: 'bg-accent-solid',
  success: 'bg-success-solid',
  transition: 'bg-transition-solid',
  creating: 'bg-creating-solid',
  notice: 'bg-notice-solid',
  danger: 'bg-danger-solid',
}
export const lamps: Record<Tone, string> = {
  neutral: 'bg-neutral-fill',
  accent: 'bg-accent-fill',
  success: 'bg-success-fill',
  transition: 'bg-transition-fill',
  creating: 'bg-creating-fill',
  notice: 'bg-notice-fill',
  danger: 'bg-danger-fill',
}

export function Badge({ tone = 'neutral', variant = 'soft', busy, lamp, joined, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full items-center gap-1.5 border px-1.5 text-xs font-medium whitespace-nowrap',
        joined === 'start' ? 'rounded-l-sm border-r-0' : joined === 'end' ? 'rounded-r-sm' : 'rounded-sm',
        variant === 'solid' ? cx(solid[tone], 'border-transparent text-tone-on') : soft[tone],
      )}
    >
      {busy && <Spinner size="sm" label="" />}
      {lamp && !busy && (
        <span
          aria-hidden
          data-part="lamp"
          className={cx('size-1.5 shrink-0 rounded-[1px]', variant === 'solid' ? 'bg-current' : lamps[tone])}
        />
      )}
      <span className="truncate">{children}</span>
    </span>
  )
}
