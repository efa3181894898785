// Buttons and links that look like buttons. A disabled button stays focusable and says why: a dead grey box teaches nothing.
import type { ComponentProps, MouseEvent } from 'react'
import { cx } from '../display/cx.ts'
import { Link, type LinkProps } from '../display/link.tsx'
import { Spinner } from '../display/spinner.tsx'
import { Tooltip } from '../overlay/tooltip.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'md' | 'sm' | 'icon'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent-fill text-on-solid not-aria-disabled:hover:bg-accent-hover',
  secondary: 'border-line-strong bg-page text-body not-aria-disabled:hover:bg-hover',
  ghost:
    'border-transparent bg-transparent text-muted not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-body',
  danger: 'border-transparent bg-danger-button text-on-solid not-aria-disabled:hover:bg-danger-button-hover',
}
const sizes: Record<ButtonSize, string> = {
  md: 'h-8 px-3 text-sm gap-1.5',
  sm: 'h-7 px-2 text-xs gap-1',
  icon: 'size-8 justify-center',
}

const offLook = (variant: ButtonVariant) =>
  variant === 'ghost'
    ? 'cursor-not-allowed border-transparent text-muted opacity-50'
    : 'cursor-not-allowed border-line bg-hover text-muted'

export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', off = false): string {
  return cx(
    'relative inline-flex shrink-0 items-center justify-center rounded-md border font-medium whitespace-nowrap transition-colors select-none [&_svg]:size-4 [&_svg]:shrink-0',
    sizes[size],
    off ? offLook(variant) : variants[variant],
  )
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'className'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** shows a spinner and swallows clicks; the words stay for readers and for the width */
  pending?: boolean
  /** why it cannot be pressed; shown in a tooltip and read aloud */
  disabledReason?: string | false | undefined
  /** prefer disabledReason; this one is for the short time in which the reason is plain to see */
  disabled?: boolean
}

function swallow(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

export function Button(props: ButtonProps) {
  const { variant, size, pending, disabledReason, disabled, onClick, children, type = 'button', ...rest } = props
  const off = disabled || Boolean(disabledReason)
  return (
    <Tooltip content={disabledReason || (size === 'icon' && rest['aria-label'])}>
      <button
        {...rest}
        type={type}
        className={buttonClass(variant, size, off)}
        aria-disabled={off || pending || undefined}
        // read aloud also while the tooltip is closed
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3, which the rule does not know
        aria-description={disabledReason || undefined}
        aria-busy={pending || undefined}
        onClick={off || pending ? swallow : onClick}
      >
        {pending ? <span className="inline-flex items-center gap-[inherit] opacity-0">{children}</span> : children}
        {pending && (
          <span className="absolute inset-0 flex items-center justify-center">
            <Spinner />
          </span>
        )}
      </button>
    </Tooltip>
  )
}

export interface ButtonLinkProps extends Omit<LinkProps, 'className'> {
  variant?: ButtonVariant
  size?: ButtonSize
}

export function ButtonLink({ variant, size, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass(variant, size)} />
}
