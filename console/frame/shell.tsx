// The layout of each area: top bar, sidebar and the scrolling content pane.
import { CornerLeftUp } from '@lucide/icons'
import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { Outlet, useLocation, useNavigate, useParams } from 'react-router'
import { useNextLocation } from '../address.ts'
import { paths } from '../paths.ts'
import { cx } from '../ui/display/cx.ts'
import { lazyPart } from '../ui/display/lazy.tsx'
import { matchesOf } from '../route.ts'
import { pathHere } from '../util/base.ts'
import { keep, kept } from '../util/keep.ts'
import { homeOf, projectArea, settingsArea, siloArea, systemArea, type Area, type NavItem } from './areas.ts'
import { useCrumbs } from './crumbs.ts'
import { isFleetViewer, useLayoutUser } from './first-page.ts'
import { ContentSkeleton, PaneSkeleton } from './frame-skeleton.tsx'
import { usePalette } from './palette.ts'
import { PaneError } from './route-error.tsx'
import { usePane } from './scroll.ts'
import { useShortcut } from './shortcuts.ts'
import { Drawer } from './drawer.tsx'
import { Sidebar } from './sidebar.tsx'
import { BareBar, TopBar } from './top-bar.tsx'

const SecondFactorBanner = lazyPart(
  async () => (await import('../help/second-factor-banner.lazy.tsx')).SecondFactorBanner,
  // as high as the banner: the page must not move when it appears
  <div className="h-8 shrink-0" />,
)

interface LayoutProps {
  /** replaces the route's own page */
  children?: ReactNode
}

export function SettingsLayout({ children }: LayoutProps) {
  return <Shell area={settingsArea()}>{children}</Shell>
}

export function SiloLayout({ children }: LayoutProps) {
  return <Shell area={siloArea(useLayoutUser()?.siloName)}>{children}</Shell>
}

/** Users who cannot see the system area get "Page not found" in their silo's frame. */
export function SystemLayout({ children }: LayoutProps) {
  const user = useLayoutUser()
  return <Shell area={isFleetViewer(user) === false ? siloArea(user?.siloName) : systemArea()}>{children}</Shell>
}

export function ProjectLayout({ children }: LayoutProps) {
  return <Shell area={projectArea(useParams().project ?? '', isFleetViewer(useLayoutUser()))}>{children}</Shell>
}

/** For pages that fill the window: their errors show in the project's frame. */
export function ProjectError() {
  return (
    <ProjectLayout>
      <PaneError />
    </ProjectLayout>
  )
}

/** The frame without user details, for when the signed-in user could not be loaded. */
export function BareLayout({ children }: LayoutProps) {
  return (
    <Frame area={areaOf(pathHere())} Bar={BareBar}>
      {children}
    </Frame>
  )
}

/** For first pages that are not inside an area. Pages for people who need not be signed in have no frame: it would ask who they are. */
export function FrameSkeleton() {
  if (/^\/(login|device|confirm-address|invitation)(\/|$)/.test(pathHere())) return null
  return (
    <div className="h-dvh">
      <BareLayout>
        <PaneSkeleton />
      </BareLayout>
    </div>
  )
}

export function UserError() {
  return (
    <BareLayout>
      <PaneError canRetry />
    </BareLayout>
  )
}

function areaOf(path: string): Area {
  const { project } = matchesOf(path).at(-1)?.params ?? {}
  if (project) return projectArea(project, false)
  if (path.startsWith('/settings')) return settingsArea()
  return path.startsWith('/system') ? systemArea() : siloArea()
}

interface FrameProps extends LayoutProps {
  area: Area
  Bar: typeof TopBar
  banner?: ReactNode
}

function Shell({ area, children = <Outlet /> }: LayoutProps & { area: Area }) {
  useAreaItems(area)
  useGoUp()
  return (
    <Frame area={area} Bar={TopBar} banner={<Banner />}>
      {children}
    </Frame>
  )
}

/** Closed for all areas until the next reload. */
let isBannerClosed = false

function Banner() {
  const user = useLayoutUser()
  const [isClosed, setClosed] = useState(isBannerClosed)
  if (isClosed || !user?.secondFactorDue) return null
  const close = () => {
    isBannerClosed = true
    setClosed(true)
  }
  return <SecondFactorBanner silo={user.siloName} due={user.secondFactorDue} onClose={close} />
}

function Frame({ area, Bar, banner, children }: FrameProps) {
  const [folded, fold] = useState(kept('sidebar') === 'folded')
  const [drawer, setDrawer] = useState(false)
  const closeDrawer = useCallback(() => setDrawer(false), [])
  const pane = useRef<HTMLElement>(null)
  usePane(pane)
  const isSlow = useSlowNavigation()
  const toggle = () => {
    keep('sidebar', folded ? undefined : 'folded')
    fold(!folded)
  }
  return (
    <div className="flex h-full flex-col print:h-auto">
      {banner}
      <Bar area={area} folded={folded} onMenu={() => setDrawer(true)} />
      <div className="flex min-h-0 grow">
        <Sidebar area={area} folded={folded} onFold={toggle} />
        <main
          ref={pane}
          id="content"
          tabIndex={-1}
          className="min-w-0 grow overflow-y-auto outline-none print:overflow-visible"
        >
          <div
            aria-busy={isSlow || undefined}
            className={cx(
              'mx-auto max-w-[96rem] px-4 py-5 transition-opacity min-[900px]:px-8 min-[900px]:py-6',
              // so that the last rows can be scrolled above the toasts
              '[body:has([data-part=toast])_&]:pb-32',
              isSlow && 'opacity-50',
            )}
          >
            <Suspense fallback={<ContentSkeleton />}>{children}</Suspense>
          </div>
        </main>
      </div>
      {drawer && <Drawer area={area} onClose={closeDrawer} />}
      {[...area.above, ...area.items].map((item) => (
        <GoTo key={item.to} {...item} />
      ))}
    </div>
  )
}

const SLOW_MS = 200

/** Whether the next page takes long enough to dim the current one. */
function useSlowNavigation(): boolean {
  const { pathname } = useLocation()
  const isLeaving = (useNextLocation()?.pathname ?? pathname) !== pathname
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isLeaving) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isLeaving])
  return isSlow
}

function useAreaItems(area: Area): void {
  const user = useLayoutUser()
  const here = pathHere()
  const system = homeOf('system')
  usePalette(
    [
      ...area.items.map(({ label, to, icon }) => ({ label, to, icon, group: area.group })),
      ...(area.kind === 'settings' ? [] : [{ label: 'Settings', to: paths.profile(), group: 'User' }]),
      ...(area.kind !== 'system' && isFleetViewer(user) && system
        ? [{ label: 'Manage system', to: system.to, group: 'System' }]
        : []),
      ...(area.kind === 'silo' || !user
        ? []
        : [{ label: 'Projects', to: paths.projects(), group: `Back to silo '${user.siloName}'` }]),
    ].filter(({ to }) => to !== here),
  )
}

function useGoUp(): void {
  const navigate = useNavigate()
  const here = pathHere()
  const up = useCrumbs()
    .slice(0, -1)
    .findLast(({ to }) => to !== undefined && to !== here)
  // not `to`, which would make it a recent item that leads to this page's parent from anywhere
  usePalette(up?.to ? [{ label: 'Go up', detail: up.text, icon: CornerLeftUp, run: () => navigate(up.to!) }] : [])
}

function GoTo({ label, to, letter }: NavItem) {
  const navigate = useNavigate()
  useShortcut(letter && `g ${letter}`, `Go to ${label}`, () => void navigate(to))
  return null
}
