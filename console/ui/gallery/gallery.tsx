// Every component of the kit in every state, for development. Served only by the development server at /ui/gallery/gallery.html.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { applyTheme, useThemeChoice } from '../../theme/theme.ts'
import { ConfirmHost } from '../overlay/confirm.tsx'
import { SkipLink } from '../display/frame-bits.tsx'
import { PageHeader } from '../display/page-header.tsx'
import { RadioGroup } from '../input/radio.tsx'
import { Toaster } from '../overlay/toaster.tsx'
import { ActionParts } from './action-parts.tsx'
import { DataParts } from './data-parts.tsx'
import { FieldParts } from './field-parts.tsx'
import { OverlayParts } from './overlay-parts.tsx'
import { StateParts } from './state-parts.tsx'
import './gallery.css'

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

function Gallery() {
  const theme = useThemeChoice()
  return (
    <>
      <SkipLink />
      <main id="content" className="mx-auto max-w-[72rem] space-y-8 px-4 py-6 sm:px-8">
        <PageHeader
          title="Kit"
          actions={
            <RadioGroup name="theme" label="Theme" look="inline" options={themes} value={theme} onChange={applyTheme} />
          }
        />
        <ActionParts />
        <StateParts />
        <DataParts />
        <FieldParts />
        <OverlayParts />
      </main>
      <ConfirmHost />
      <Toaster />
    </>
  )
}

const root = document.querySelector('#root')
if (root) {
  const router = createMemoryRouter([{ path: '*', Component: Gallery }])
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}
