// Renders a Lucide icon. Icons are decorative: text or a label always carries their meaning.
import { createElement, type ComponentProps } from 'react'
import type { LucideIconData } from '@lucide/icons'

export type IconData = LucideIconData

export function Icon({ icon, ...props }: { icon: IconData } & ComponentProps<'svg'>) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      {...props}
    >
      {icon.node.map(([tag, attributes]) => createElement(tag, attributes))}
    </svg>
  )
}
