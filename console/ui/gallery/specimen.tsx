// A titled row of specimens.
import type { ReactNode } from 'react'

export function Specimens({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-4">
      <h2 className="mb-4 text-lg font-semibold">{title}</h2>
      <div className="space-y-5">{children}</div>
    </section>
  )
}

export function Specimen({ name, children, stacked }: { name: string; children: ReactNode; stacked?: boolean }) {
  return (
    <div className="grid gap-2 md:grid-cols-[8rem_minmax(0,1fr)]">
      <h3 className="pt-1.5 text-xs text-muted">{name}</h3>
      <div className={stacked ? 'min-w-0 space-y-4' : 'flex min-w-0 flex-wrap items-center gap-3'}>{children}</div>
    </div>
  )
}
