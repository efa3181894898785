// A titled part of a long form.
import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: string
  text?: ReactNode
  children: ReactNode
}

export function Section({ title, text, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="space-y-4">
      <div>
        <h2 id={id} className="text-lg font-medium">
          {title}
        </h2>
        {text && <p className="text-sm text-muted">{text}</p>}
      </div>
      {children}
    </section>
  )
}
