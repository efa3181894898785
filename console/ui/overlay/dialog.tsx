// Modals: Dialog (centered) and SideModal (a panel from the right). Base UI brings the focus trap, Escape and the backdrop.
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { useRef, type ReactNode, type RefObject } from 'react'
import { buttonClass } from '../input/button.tsx'
import { cx } from '../display/cx.ts'
import { useLayer } from './layers.ts'
import { useOverflow } from '../display/use-overflow.ts'

interface ModalProps {
  open?: boolean
  /** the accessible name */
  title: ReactNode
  subtitle?: ReactNode
  /** Escape, the backdrop and the X; a form with changes can ignore it to stay open */
  onDismiss: () => void
  /** buttons; without them there is no footer */
  footer?: ReactNode
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

export interface DialogProps extends ModalProps {
  width?: 'narrow' | 'medium' | 'free'
}

export interface SideModalProps extends ModalProps {
  /** slides in: after a navigation inside the console, not on a fresh load or Back */
  animate?: boolean
  /** at the left of the footer, e.g. an error */
  footerNote?: ReactNode
}

const field = '[data-body] :is(input:not([type=hidden], [type=file]), textarea, [role=combobox]):not(:disabled)'

interface FrameProps extends ModalProps {
  popupClass: string
  footerNote?: ReactNode
}

function Frame(props: FrameProps) {
  const { open = true, title, subtitle, onDismiss, footer, footerNote, initialFocus, popupClass, children } = props
  const onTop = useLayer(open)
  const popup = useRef<HTMLDivElement>(null)
  // the first field of a form, otherwise the dialog itself; never the X, which is first in the tab order
  const firstField = () => popup.current?.querySelector<HTMLElement>(field) ?? popup.current
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        // a file picker moves the focus out of the window; that must not dismiss
        if (next || details.reason === 'focus-out' || !onTop()) return
        onDismiss()
      }}
    >
      <Base.Portal>
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Popup ref={popup} initialFocus={initialFocus ?? firstField} className={popupClass}>
          <header className="flex shrink-0 items-start gap-3 border-b border-line px-5 py-3">
            <div className="min-w-0 grow">
              <Base.Title className="text-lg leading-7 font-semibold wrap-anywhere">{title}</Base.Title>
              {subtitle && <p className="text-sm text-muted wrap-anywhere">{subtitle}</p>}
            </div>
            <Base.Close aria-label="Close" className={cx(buttonClass('ghost', 'icon'), '-mr-2')}>
              <Icon icon={X} />
            </Base.Close>
          </header>
          <Body>{children}</Body>
          {(footer || footerNote) && (
            <footer
              data-form-footer
              className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line bg-raised px-5 py-3"
            >
              {footerNote && <div className="mr-auto min-w-0 text-sm">{footerNote}</div>}
              {footer}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function Body({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useOverflow(box)
  const shade =
    'pointer-events-none sticky z-1 block h-2 shrink-0 from-body/10 to-transparent opacity-0 transition-opacity'
  return (
    // focusable, so that long text without controls can be scrolled by keyboard
    <div ref={box} data-body tabIndex={-1} className="group min-h-0 grow overflow-y-auto outline-none">
      <span aria-hidden className={cx(shade, 'top-0 -mb-2 bg-linear-to-b group-data-above:opacity-100')} />
      <div className="px-5 py-4">{children}</div>
      <span aria-hidden className={cx(shade, 'bottom-0 -mt-2 bg-linear-to-t group-data-below:opacity-100')} />
    </div>
  )
}

const widths = { narrow: 'w-[24rem]', medium: 'w-[28rem]', free: 'w-fit min-w-[min(24rem,100%)] max-w-[48rem]' }

export function Dialog({ width = 'medium', ...props }: DialogProps) {
  return (
    <Frame
      {...props}
      popupClass={cx(
        'fixed inset-x-0 top-[10vh] z-40 mx-auto flex max-h-[min(800px,80vh)] max-w-[calc(100vw-1.5rem)]! flex-col overflow-hidden rounded-md border border-line bg-float text-body shadow-float outline-none',
        'transition-[opacity,translate] duration-150 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0',
        widths[width],
      )}
    />
  )
}

export function SideModal({ animate = false, ...props }: SideModalProps) {
  return (
    <Frame
      {...props}
      popupClass={cx(
        'fixed inset-y-0 right-0 z-40 flex w-[32rem] max-w-full flex-col border-l border-line bg-float text-body shadow-float outline-none',
        animate && 'transition-transform duration-180 data-starting-style:translate-x-full',
      )}
    />
  )
}
