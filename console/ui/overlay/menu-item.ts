// One entry of a menu.
import type { ReactNode } from 'react'

export interface MenuItem {
  label: string
  onSelect?: () => void
  /** a path in the console; an item is either a link or an action */
  href?: string
  /** why it is disabled */
  disabledReason?: ReactNode
  danger?: boolean
  icon?: ReactNode
  /** marks the current choice, in menus that offer choices */
  checked?: boolean
  /** draws a separator above */
  separated?: boolean
}
