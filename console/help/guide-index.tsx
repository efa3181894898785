// The list of guides and a link to the API reference.
import { Link } from '../frame/link.tsx'
import { apiDocs } from './docs.ts'
import { guides } from './guides.ts'
import { paths } from '../paths.ts'
import { allGuides, GuideLayout } from './guide-layout.tsx'

const row = 'flex min-h-10 items-center px-3 py-2 font-medium hover:bg-raised hover:text-accent'

export default function GuideIndexPage() {
  return (
    <GuideLayout>
      <h1 className="text-xl font-semibold tracking-tight">Guides</h1>
      <p className="mt-2 text-muted">How things work</p>
      <ul className="mt-6 divide-y divide-line overflow-hidden rounded-md border border-line">
        {allGuides.map((guide) => (
          <li key={guide}>
            <Link to={paths.guide({ guide })} className={row}>
              {guides[guide]}
            </Link>
          </li>
        ))}
      </ul>
      {apiDocs && (
        <>
          <h2 className="mt-8 text-lg font-semibold">API</h2>
          <p className="mt-1 text-muted">
            Everything in the console is available through the API.{' '}
            <a href={apiDocs} className="text-accent underline">
              API reference
            </a>
          </p>
        </>
      )}
    </GuideLayout>
  )
}
