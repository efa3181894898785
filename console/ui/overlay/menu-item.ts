// One entry of a menu.
import type { ReactElement, ReactNode } from 'react'

/** Drawn by the menu, which loads late: lists carry only the names. */
export type MenuIcon =
  | 'add'
  | 'attach'
  | 'clear'
  | 'clone'
  | 'console'
  | 'copy'
  | 'default'
  | 'delete'
  | 'demote'
  | 'detach'
  | 'disable'
  | 'download'
  | 'edit'
  | 'enable'
  | 'filter'
  | 'image'
  | 'keep'
  | 'move'
  | 'password'
  | 'promote'
  | 'reboot'
  | 'resize'
  | 'restore'
  | 'role'
  | 'settings'
  | 'sign-out'
  | 'snapshot'
  | 'start'
  | 'stop'
  | 'view'

export interface MenuItem {
  label: string
  onSelect?: () => void
  /** a path in the console; an item is either a link or an action */
  href?: string
  /** why it is disabled */
  disabledReason?: ReactNode
  danger?: boolean
  icon?: MenuIcon | ReactElement | undefined
  /** marks the current choice, in menus that offer choices */
  checked?: boolean
  /** a separator is drawn between items of different groups */
  group?: string | undefined
}
