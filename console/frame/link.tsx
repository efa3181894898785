// Links inside the console. Hovering or focusing one prefetches the page's code and data.
import { warm } from '../route.ts'
import { buttonClass, type ButtonSize, type ButtonVariant } from '../ui/input/button.tsx'
import { Link as PlainLink, type LinkProps as PlainLinkProps } from '../ui/display/link.tsx'

export interface LinkProps extends Omit<PlainLinkProps, 'to'> {
  to: string
}

export function Link({ to, onPointerOver, onFocus, ...rest }: LinkProps) {
  return (
    <PlainLink
      {...rest}
      to={to}
      // not pointerenter: React misses it when the element under the pointer was just removed, as after a click on another link
      onPointerOver={(event) => {
        onPointerOver?.(event)
        warm(to)
      }}
      onFocus={(event) => {
        onFocus?.(event)
        warm(to)
      }}
    />
  )
}

export function TextLink(props: Omit<LinkProps, 'className'>) {
  return (
    <Link
      {...props}
      className="text-accent underline decoration-accent-line underline-offset-3 hover:decoration-current"
    />
  )
}

export interface LinkButtonProps extends Omit<LinkProps, 'className'> {
  variant?: ButtonVariant
  size?: ButtonSize
}

export function LinkButton({ variant, size, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={buttonClass(variant, size)} />
}
