// The page for unknown URLs: in the area's frame for signed-in users, otherwise in the whole window.
import { useLoaderData } from 'react-router'
import { pathHere } from '../util/base.ts'
import { NotFound } from './route-error.tsx'
import { SettingsLayout, SiloLayout, SystemLayout } from './shell.tsx'
import { SignedIn } from './signed-in.tsx'

const layouts = { settings: SettingsLayout, system: SystemLayout }

export default function NotFoundPage() {
  const isSignedIn = useLoaderData<boolean>()
  if (!isSignedIn) return <NotFound />
  const Layout = layouts[pathHere().split('/')[1] as keyof typeof layouts] ?? SiloLayout
  return (
    <SignedIn>
      <Layout>
        <NotFound inFrame />
      </Layout>
    </SignedIn>
  )
}
