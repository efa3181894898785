// The guides by group, a search through their texts, and a link to the API reference.
import { useState } from 'react'
import { Link } from '../frame/link.tsx'
import { paths } from '../paths.ts'
import { TextInput } from '../ui/input/text-input.tsx'
import { apiDocs } from './docs.ts'
import { GuideLayout } from './guide-layout.tsx'
import { useGuideSearch } from './guide-search.ts'
import { allGuides, guideGroups, guides, type Guide } from './guides.ts'

const row = 'block px-3 py-2 font-medium hover:bg-raised hover:text-accent'

export default function GuideIndexPage() {
  const [text, setText] = useState('')
  const found = useGuideSearch(text)
  return (
    <GuideLayout>
      <h1 className="text-xl font-semibold tracking-tight">Guides</h1>
      <p className="mt-2 mb-4 text-muted">How things work</p>
      <TextInput
        type="search"
        aria-label="Search guides"
        placeholder="Search guides"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <output className="sr-only">{found && `${found.length} of ${allGuides.length} guides`}</output>
      {found ? (
        <List items={found} empty={`No guide mentions '${text.trim()}'.`} />
      ) : (
        Object.entries(guideGroups).map(([title, group]) => (
          <section key={title}>
            <h2 className="mt-6 mb-2 text-sm font-semibold">{title}</h2>
            <List items={(Object.keys(group) as Guide[]).map((guide) => ({ guide }))} />
          </section>
        ))
      )}
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

interface ListProps {
  items: readonly { guide: Guide; excerpt?: string }[]
  empty?: string
}

function List({ items, empty }: ListProps) {
  if (items.length === 0) return <p className="mt-6 text-muted">{empty}</p>
  return (
    <ul className="mt-2 divide-y divide-line overflow-hidden rounded-md border border-line">
      {items.map(({ guide, excerpt }) => (
        <li key={guide}>
          <Link to={paths.guide({ guide })} className={row}>
            {guides[guide]}
            {excerpt && <span className="block text-sm font-normal text-muted">{excerpt}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
