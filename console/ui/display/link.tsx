// A link within this site. Smaller than the router's own, which includes prefetching for server rendering.
import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler, type To } from 'react-router'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To
  replace?: boolean
  preventScrollReset?: boolean
}

export function Link({ to, replace, preventScrollReset, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to)
  const go = useLinkClickHandler<HTMLAnchorElement>(to, { replace, preventScrollReset, target: rest.target })
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) go(event)
      }}
    >
      {children}
    </a>
  )
}
