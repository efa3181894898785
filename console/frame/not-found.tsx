// The page for unknown URLs: in the area's frame, or in the whole window for signed-out visitors.
import { useLoaderData } from 'react-router'
import type { Visitor } from '../me-queries.ts'
import { pathHere } from '../util/base.ts'
import { NotFound } from './route-error.tsx'
import { BareLayout, SettingsLayout, SiloLayout, SystemLayout } from './shell.tsx'
import { SignedIn } from './signed-in.tsx'

const layouts = { settings: SettingsLayout, system: SystemLayout }

export default function NotFoundPage() {
  const visitor = useLoaderData<Visitor>()
  if (visitor === 'signed out') return <NotFound />
  if (visitor === 'unknown') {
    return (
      <BareLayout>
        <NotFound inFrame />
      </BareLayout>
    )
  }
  const Layout = layouts[pathHere().split('/')[1] as keyof typeof layouts] ?? SiloLayout
  return (
    <SignedIn>
      <Layout>
        <NotFound inFrame />
      </Layout>
    </SignedIn>
  )
}
