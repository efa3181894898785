// One entry of a NativeSelect or Combobox.
import type { ReactNode } from 'react'

export interface ListItem<V extends string = string> {
  value: V
  /** shown in the closed control and matched against typed text */
  label: string
  /** shown in the open list instead of the label; a native select shows only labels */
  content?: ReactNode
  disabled?: boolean
}
