// The stack of toasts: newest at the bottom, above modals, announced politely. Toasts wait while one is pointed at or has the focus.
// F6 moves the focus to the stack.
import { CircleAlert, CircleCheck, Info, X } from '@lucide/icons'
import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { truncate } from '../../util/text.ts'
import { cx } from '../display/cx.ts'
import { Icon } from '../display/icon.tsx'
import { Link } from '../display/link.tsx'
import { buttonClass } from '../input/button.tsx'
import { pendingToasts, takeToasts, toast, type ToastOptions, type ToastTone, type Undo } from './toast.ts'

interface Shown extends ToastOptions {
  key: number
}

const MAX_SHOWN = 5
const TIMEOUT_MS = 5000
const UNDO_TIMEOUT_MS = 10_000
const ERROR_TIMEOUT_MS = 15_000

const titles: Record<ToastTone, string | undefined> = { success: undefined, error: 'Error', info: 'Note' }
const icons = { success: CircleCheck, error: CircleAlert, info: Info }
const bars = { success: 'before:bg-success-fill', error: 'before:bg-danger-fill', info: 'before:bg-accent-fill' }
const inks = { success: 'text-success', error: 'text-danger', info: 'text-accent' }

let count = 0

export function ToastStack() {
  const [shown, setShown] = useState<readonly Shown[]>([])
  const [isPointed, setPointed] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const stack = useRef<HTMLElement>(null)
  const cameFrom = useRef<Element | null>(null)

  useEffect(() => {
    // added after the stack is in the document: screen readers announce only what is added to it later
    const showPending = () => {
      const added = takeToasts().map((options) => ({ ...options, key: ++count }))
      if (added.length > 0) setShown((before) => [...before, ...added].slice(-MAX_SHOWN))
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || !stack.current?.hasChildNodes()) return
      event.preventDefault()
      stack.current.focus()
    }
    showPending()
    addEventListener('keydown', onKey)
    const unsubscribe = pendingToasts.subscribe(showPending)
    return () => {
      removeEventListener('keydown', onKey)
      unsubscribe()
    }
  }, [])

  const dismiss = (key: number) => {
    setShown((before) => before.filter((one) => one.key !== key))
    setPointed(false)
    // the focus would be lost with the button that has it
    if (stack.current?.contains(document.activeElement) && cameFrom.current instanceof HTMLElement)
      cameFrom.current.focus()
  }
  const isOutside = (element: Element | null) => !stack.current?.contains(element)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- they only hold the timers
    <section
      ref={stack}
      aria-label="Notifications"
      aria-live="polite"
      aria-atomic={false}
      aria-relevant="additions text"
      tabIndex={-1}
      className="fixed bottom-4 left-4 z-60 flex w-[24rem] max-w-[calc(100vw-2rem)] flex-col gap-2 rounded-md [body:has([data-form-footer])_&]:bottom-18"
      onPointerMove={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={({ relatedTarget }: FocusEvent) => {
        setFocus(true)
        if (isOutside(relatedTarget)) cameFrom.current = relatedTarget
      }}
      onBlur={({ relatedTarget }: FocusEvent) => setFocus(!isOutside(relatedTarget))}
    >
      {shown.map(({ key, ...options }) => (
        <Toast key={key} {...options} isPaused={isPointed || hasFocus} onDismiss={() => dismiss(key)} />
      ))}
    </section>
  )
}

interface ToastProps extends ToastOptions {
  isPaused: boolean
  onDismiss: () => void
}

function Toast({ tone = 'success', title = titles[tone], content, link, undo, ...rest }: ToastProps) {
  const { isPaused, onDismiss } = rest
  const { timeout = tone === 'error' ? ERROR_TIMEOUT_MS : undo ? UNDO_TIMEOUT_MS : TIMEOUT_MS } = rest
  const dismiss = useRef(onDismiss)
  useEffect(() => {
    dismiss.current = onDismiss
  })
  useEffect(() => {
    if (timeout === null || isPaused) return
    const timer = setTimeout(() => dismiss.current(), timeout)
    return () => clearTimeout(timer)
  }, [timeout, isPaused])
  return (
    <div
      data-part="toast"
      className={cx(
        'relative flex items-start gap-2.5 overflow-hidden rounded-md border border-line bg-float py-2.5 pr-2 pl-3.5 text-body shadow-float transition-[opacity,translate] duration-150 before:absolute before:inset-y-0 before:left-0 before:w-0.5 starting:translate-y-2 starting:opacity-0',
        bars[tone],
      )}
    >
      <Icon icon={icons[tone]} className={cx('mt-0.5 size-4 shrink-0', inks[tone])} />
      <div className="min-w-0 grow text-sm wrap-anywhere">
        {title && <p className="font-medium">{title}</p>}
        <p className={title ? 'text-muted' : ''}>{content}</p>
        {link && (
          <Link
            to={link.to}
            className="mt-1 inline-block font-medium text-accent underline decoration-accent-line underline-offset-3 hover:decoration-current"
          >
            {truncate(link.label, 36)}
          </Link>
        )}
      </div>
      {undo && (
        <button
          type="button"
          className={cx(buttonClass('secondary', 'sm'), '-my-0.5')}
          onClick={() => {
            onDismiss()
            void carryOut(undo)
          }}
        >
          Undo
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss notification"
        className={cx(buttonClass('ghost', 'sm'), '-my-0.5')}
        onClick={onDismiss}
      >
        <Icon icon={X} />
      </button>
    </div>
  )
}

async function carryOut(undo: Undo): Promise<void> {
  try {
    toast(await undo())
  } catch (error) {
    toast({ tone: 'error', title: 'Could not undo', content: error instanceof Error ? error.message : String(error) })
  }
}
