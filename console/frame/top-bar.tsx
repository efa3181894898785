// The top bar of every page: location, navigation and user menu.
import { ChevronsUpDown, CircleHelp, CloudOff, Menu, Monitor, Moon, Search, Sun, UserRound } from '@lucide/icons'
import type { ReactNode } from 'react'
import { Icon } from '../ui/display/icon.tsx'
import { signOut } from '../me.ts'
import { paths } from '../paths.ts'
import { useLiveUpdatesOff } from '../polling.ts'
import { applyTheme, useThemeChoice, type ThemeChoice } from '../theme/theme.ts'
import { Button } from '../ui/input/button.tsx'
import { cx } from '../ui/display/cx.ts'
import { Kbd } from '../ui/display/frame-bits.tsx'
import { lazyPart } from '../ui/display/lazy.tsx'
import { Mark } from '../ui/display/mark.tsx'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { MenuButton } from '../ui/overlay/menu.tsx'
import { Tooltip } from '../ui/overlay/tooltip.tsx'
import { homeOf, type Area } from './areas.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { isFleetViewer, useFirstPageLoaded, useFrameUser } from './first-page.ts'
import { Identicon } from './identicon.tsx'
import { Link } from './link.tsx'
import { openPalette } from './palette-host.tsx'
import { showShortcuts } from './shortcuts-host.tsx'
import { keyName, useShortcut } from './shortcuts.ts'

const TasksTray = lazyPart(async () => (await import('./tasks-tray.lazy.tsx')).TasksTray)

interface BarProps {
  area: Area
  folded: boolean
  onMenu: () => void
}

export function TopBar(props: BarProps) {
  useShortcut('?', 'Show keyboard shortcuts', showShortcuts)
  const isLoaded = useFirstPageLoaded()
  return (
    <Bar {...props} home={<Home {...props} />}>
      <LiveUpdates />
      {/* its place is kept, so that the bar does not shift when a task starts */}
      <span className="mr-1.5 flex justify-end md:w-8">{isLoaded && <TasksTray />}</span>
      <button
        type="button"
        onClick={openPalette}
        className="flex h-8 items-center gap-2 rounded-md px-2 text-sm text-muted hover:bg-hover hover:text-body md:mr-1 md:w-48 md:border md:border-line md:bg-page"
      >
        <Icon icon={Search} className="size-4" />
        <span className="sr-only grow text-left md:not-sr-only">Jump to</span>
        <span aria-hidden className="hidden gap-0.5 md:flex">
          <Kbd>{keyName('mod')}</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      <span className="hidden md:inline-flex">
        <Button variant="ghost" size="icon" aria-label="Keyboard shortcuts" onClick={showShortcuts}>
          <Icon icon={CircleHelp} />
        </Button>
      </span>
      <ThemeMenu />
      <UserMenu />
    </Bar>
  )
}

/** The bar without user-specific parts. */
export function BareBar(props: BarProps) {
  return (
    <Bar {...props} home={<HomeLink {...props} to={paths.projects()} kind="Rackwright" name="Console" />}>
      <ThemeMenu />
    </Bar>
  )
}

function Bar({ folded, onMenu, home, children }: BarProps & { home: ReactNode; children: ReactNode }) {
  return (
    <header className="flex h-12 shrink-0 print:hidden items-center border-b border-line bg-raised">
      <div
        className={cx(
          'flex h-full shrink-0 items-center gap-1 pl-2 min-[900px]:border-r min-[900px]:border-line min-[900px]:pr-2',
          !folded && 'min-[900px]:w-56',
        )}
      >
        <span className="flex min-[900px]:hidden">
          <Button variant="ghost" size="icon" aria-label="Open navigation" onClick={onMenu}>
            <Icon icon={Menu} />
          </Button>
        </span>
        {home}
      </div>
      <Breadcrumbs />
      <div className="ml-auto flex shrink-0 items-center gap-0.5 px-2">{children}</div>
    </header>
  )
}

function LiveUpdates() {
  const isOff = useLiveUpdatesOff()
  return (
    <output>
      {isOff && (
        <Tooltip content="This page refreshes periodically until live updates are back.">
          <span className="mr-1 inline-flex items-center gap-1.5 rounded-sm border border-notice-line bg-notice-soft px-1.5 py-0.5 text-xs whitespace-nowrap">
            <Icon icon={CloudOff} className="size-3.5 shrink-0" />
            <span className="sr-only md:not-sr-only">Live updates off</span>
          </span>
        </Tooltip>
      )}
    </output>
  )
}

interface HomeLinkProps {
  to: string
  folded: boolean
  icon?: ReactNode
  /** A small caption above `name` that says what it is. */
  kind: string
  name: ReactNode
}

const HomeLink = ({ to, folded, icon = <Mark size={22} />, kind, name }: HomeLinkProps) => (
  <Link to={to} className="flex h-9 min-w-0 grow items-center gap-2.5 rounded-md px-2 hover:bg-hover">
    {icon}
    <span className={cx('sr-only min-w-0', !folded && 'min-[900px]:not-sr-only')}>
      <span className="block text-[0.6875rem] leading-3.5 text-muted">{kind}</span>{' '}
      <span className="block truncate text-sm leading-4 font-medium">{name}</span>
    </span>
  </Link>
)

function Home({ area, folded }: BarProps) {
  const user = useFrameUser()
  const isSystem = area.kind === 'system'
  const system = homeOf('system')
  return (
    <>
      {isSystem ? (
        <HomeLink to={system?.to ?? paths.projects()} folded={folded} kind="Rackwright" name="System" />
      ) : (
        <HomeLink
          to={paths.projects()}
          folded={folded}
          icon={user && <Identicon name={user.siloName} />}
          kind="Silo"
          name={user?.siloName ?? <Skeleton className="h-3 w-20" />}
        />
      )}
      {isFleetViewer(user) && system && (
        <MenuButton
          label="Switch between system and silo"
          align="start"
          size="icon"
          items={[
            { label: 'System', href: system.to, checked: isSystem },
            { label: 'Silo', href: paths.projects(), checked: !isSystem },
          ]}
        >
          <Icon icon={ChevronsUpDown} />
        </MenuButton>
      )}
    </>
  )
}

const themes: { choice: ThemeChoice; label: string; icon: typeof Sun }[] = [
  { choice: 'system', label: 'System theme', icon: Monitor },
  { choice: 'light', label: 'Light theme', icon: Sun },
  { choice: 'dark', label: 'Dark theme', icon: Moon },
]

function ThemeMenu() {
  const current = useThemeChoice()
  const icon = themes.find(({ choice }) => choice === current)?.icon ?? Monitor
  return (
    <MenuButton
      label="Theme"
      size="icon"
      items={themes.map(({ choice, label }) => ({
        label,
        checked: choice === current,
        onSelect: () => applyTheme(choice),
      }))}
    >
      <Icon icon={icon} />
    </MenuButton>
  )
}

function UserMenu() {
  const user = useFrameUser()
  if (!user) return <Skeleton className="mx-3 h-3 w-20" />
  const name = user.displayName || 'User'
  return (
    <MenuButton
      label={`${name}: user menu`}
      heading={name}
      items={[
        { label: 'Settings', icon: 'settings', href: paths.profile() },
        {
          label: 'Sign out',
          icon: 'sign-out',
          group: 'session',
          onSelect: () => void signOut().catch(() => undefined),
        },
      ]}
    >
      <Icon icon={UserRound} />
      <span className="hidden max-w-32 truncate md:inline">{name}</span>
    </MenuButton>
  )
}
