// The layout of pages for people who need not be signed in, without navigation.
import type { ReactNode } from 'react'
import { Mark } from '../display/mark.tsx'

export function NarrowLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-full overflow-y-auto bg-linear-to-b from-raised to-page">
      <main id="content" tabIndex={-1} className="m-auto w-full max-w-[30rem] px-4 pt-8 pb-16 outline-none">
        <p className="mb-6 flex items-center justify-center gap-2 text-lg font-semibold tracking-tight">
          <Mark />
          Rackwright
        </p>
        <div className="rounded-md border border-line bg-page px-4 py-8 text-center sm:px-8">{children}</div>
      </main>
    </div>
  )
}
