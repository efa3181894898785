// A link to a guide. It opens in a new window, so that the page keeps its state.
import type { ReactNode } from 'react'
import type { Guide } from '../help/guides.ts'
import { paths } from '../paths.ts'
import { Link } from './link.tsx'

export function GuideLink({ guide, children }: { guide: Guide; children: ReactNode }) {
  return (
    <Link to={paths.guide({ guide })} target="_blank" rel="noreferrer" className="text-accent underline">
      {children}
    </Link>
  )
}
