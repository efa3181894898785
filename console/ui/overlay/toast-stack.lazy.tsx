// The stack of toasts: newest at the bottom, above modals, announced politely.
import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { useEffect } from 'react'
import { truncate } from '../../util/format.ts'
import { buttonClass } from '../input/button.tsx'
import { cx } from '../display/cx.ts'
import { Link } from '../display/link.tsx'
import { onToast, takeToasts, type ToastOptions, type ToastTone } from './toast.ts'

const manager = Toast.createToastManager<ToastOptions>()
const titles: Record<ToastTone, string | undefined> = { success: undefined, error: 'Error', info: 'Note' }
const icons = { success: CircleCheck, error: CircleAlert, info: Info }
const bars = { success: 'before:bg-success-fill', error: 'before:bg-danger-fill', info: 'before:bg-accent-fill' }
const inks = { success: 'text-success', error: 'text-danger', info: 'text-accent' }

function add(options: ToastOptions): void {
  const { tone = 'success', timeout = tone === 'error' ? 15_000 : 5000 } = options
  manager.add({
    title: options.title ?? titles[tone],
    description: options.content,
    type: tone,
    timeout: timeout ?? 0,
    priority: 'low',
    data: options,
  })
}

const showPending = () => takeToasts().forEach(add)

export function ToastStack() {
  useEffect(() => {
    showPending()
    return onToast(showPending)
  }, [])
  return (
    <Toast.Provider toastManager={manager} limit={5}>
      <Toast.Portal>
        <Toast.Viewport className="fixed bottom-4 left-4 [body:has([data-form-footer])_&]:bottom-18 z-60 flex w-[24rem] max-w-[calc(100vw-2rem)] flex-col-reverse gap-2 outline-none">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  const { toasts } = Toast.useToastManager<ToastOptions>()
  return toasts.map((item) => {
    const tone = item.data?.tone ?? 'success'
    return (
      <Toast.Root
        key={item.id}
        toast={item}
        // Base UI makes it a dialog, which it is not: nothing waits for an answer
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the tag is Base UI's
        role="group"
        aria-modal={undefined}
        aria-label={item.title ? undefined : item.data?.content}
        swipeDirection={['left', 'down']}
        className={cx(
          'relative overflow-hidden rounded-md border border-line bg-float text-body shadow-float transition-[opacity,translate] duration-150 before:absolute before:inset-y-0 before:left-0 before:w-0.5 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0',
          bars[tone],
        )}
      >
        <Toast.Content className="flex items-start gap-2.5 py-2.5 pr-2 pl-3.5">
          <Icon icon={icons[tone]} className={cx('mt-0.5 size-4 shrink-0', inks[tone])} />
          <div className="min-w-0 grow text-sm wrap-anywhere">
            <Toast.Title className="font-medium" />
            <Toast.Description className={item.title ? 'text-muted' : ''} />
            {item.data?.link && (
              <Link
                to={item.data.link.to}
                className="mt-1 inline-block font-medium text-accent underline decoration-accent-line underline-offset-3 hover:decoration-current"
              >
                {truncate(item.data.link.label, 36)}
              </Link>
            )}
          </div>
          {/* Base UI hides it until the stack is hovered and expands; ours is always expanded */}
          <Toast.Close
            aria-hidden={false}
            aria-label="Dismiss notification"
            className={cx(buttonClass('ghost', 'sm'), '-my-0.5')}
          >
            <Icon icon={X} />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    )
  })
}
