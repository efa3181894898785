// A titled section of a page. Its title names the region, and `titleId` a table inside it.
import { useId, type ReactNode } from 'react'
import { cx } from './cx.ts'

export interface CardProps {
  title: ReactNode
  titleId?: string
  text?: ReactNode
  actions?: ReactNode
  footer?: ReactNode
  children?: ReactNode
}

/** Tables extend to the edges, with their text below the title, and empty states have no extra border. */
const body =
  'px-4 pb-4 [&>[data-part=empty]]:border-0 [&>[data-part=empty]]:py-4 [&>[data-part=table]]:-mx-4 [&>[data-part=table]]:rounded-none [&>[data-part=table]]:border-x-0 [&>[data-part=table]_tr>:first-child]:pl-4 [&>[data-part=table]:last-child]:-mb-4 [&>[data-part=table]:last-child]:rounded-b-md [&>[data-part=table]:last-child]:border-b-0'

export function Card({ title, titleId, text, actions, footer, children }: CardProps) {
  const own = useId()
  const id = titleId ?? own
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border border-line bg-raised">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-4 p-4">
        {/* beside a button, the text would be a few words wide on a phone */}
        <div className={cx('min-w-0 grow basis-40', Boolean(text) && 'max-sm:basis-full')}>
          <h2 id={id} className="text-lg font-medium">
            {title}
          </h2>
          {text && <p className="text-sm text-muted">{text}</p>}
        </div>
        {actions && <div className="-my-1.5 flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children && <div className={body}>{children}</div>}
      {footer && (
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-2.5">
          {footer}
        </footer>
      )}
    </section>
  )
}
