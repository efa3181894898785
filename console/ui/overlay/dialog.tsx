// Modals: Dialog (centred) and SideModal (a panel from the right). Both render as open; the page decides when to render
// them. These shells are light; the modal part comes on idle or when the first modal is wanted.
import type { ReactNode, RefObject } from 'react'
import { late, useLate } from '../display/late.ts'

export interface ModalProps {
  open?: boolean
  /** the accessible name */
  title: ReactNode
  subtitle?: ReactNode
  /** Escape, the backdrop and the X; a form that has changes may keep it open by not reacting */
  onDismiss: () => void
  /** buttons; without them the modal has no footer */
  footer?: ReactNode
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

export interface DialogProps extends ModalProps {
  width?: 'narrow' | 'medium' | 'free'
}

export interface SideModalProps extends ModalProps {
  /** slides in; only after an in-app navigation, never on a fresh load or a step back */
  animate?: boolean
  /** left in the footer, e.g. an error mark */
  footerNote?: ReactNode
}

const dialogPart = late<DialogProps>(async () => (await import('./modal-parts.tsx')).DialogPart)
const sidePart = late<SideModalProps>(async () => (await import('./modal-parts.tsx')).SideModalPart)

export function Dialog({ open = true, ...props }: DialogProps) {
  return useLate(dialogPart, open) ? <dialogPart.Part {...props} open={open} /> : null
}

export function SideModal({ open = true, ...props }: SideModalProps) {
  return useLate(sidePart, open) ? <sidePart.Part {...props} open={open} /> : null
}
