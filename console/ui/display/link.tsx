// A link to a place of this site. The router's own also knows how to fetch pages for servers that render, which is a tenth of it.
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
