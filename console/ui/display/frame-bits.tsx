// Small parts of the frame: a keyboard key, the loading bar, and the skip link.
import { useEffect, useState, type ReactNode } from 'react'

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line-strong bg-raised px-1 font-mono text-xs text-muted">
      {children}
    </kbd>
  )
}

/** Shown only after 20 ms, because most navigations finish sooner. */
export function LoadingBar({ active }: { active: boolean }) {
  return active ? <SlowBar /> : null
}

function SlowBar() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 20)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  return (
    // a status element, because it is outside the page's landmarks
    <output className="fixed inset-x-0 top-0 z-60 block h-0.5 overflow-hidden">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the native bar cannot be drawn alike everywhere */}
      <span role="progressbar" aria-label="Loading" className="block h-full w-1/4 animate-slide bg-accent-fill" />
    </output>
  )
}

export function SkipLink({ target = 'content' }: { target?: string }) {
  return (
    <a
      href={`#${target}`}
      className="fixed top-2 left-2 z-60 -translate-y-24 rounded-md border border-line bg-float px-3 py-1.5 text-sm font-medium text-accent focus:translate-y-0 focus:shadow-float"
    >
      Skip to content
    </a>
  )
}
