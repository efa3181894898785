// A titled section without its own box, for content that has one.
import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: string
  text?: string
  children: ReactNode
}

export function Section({ title, text, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="text-lg font-medium">
        {title}
      </h2>
      {text && <p className="text-sm text-muted">{text}</p>}
      <div className="mt-2">{children}</div>
    </section>
  )
}
