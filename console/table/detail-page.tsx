// The page of one resource: the header with its buttons and menu, the palette items, its properties, and tabs or other content.
import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { copyIdAction, menuItem, paletteItemsOf, type Action } from '../action/action.tsx'
import { ActionButton } from '../frame/action-button.tsx'
import { usePalette, type PaletteItem } from '../frame/palette.ts'
import { DocsButton } from '../help/docs-button.tsx'
import type { TopicName } from '../help/docs-topics.lazy.tsx'
import { warm } from '../route.ts'
import { Icon, type IconData } from '../ui/display/icon.tsx'
import { PageHeader } from '../ui/display/page-header.tsx'
import { Properties, type Property } from '../ui/display/properties.tsx'
import { RouteTabs, type RouteTab } from '../ui/display/tabs.tsx'
import { MenuButton } from '../ui/overlay/menu.tsx'

interface DetailPageProps {
  title: string
  icon: IconData
  docs?: TopicName
  /** next to the title, after the docs button */
  aside?: ReactNode
  /** names the menu ("VPC actions") and the tabs */
  noun: string
  /** adds an item that copies it to the menu */
  id?: string
  /** shown in the header, before the buttons */
  tools?: ReactNode
  buttons?: readonly Action[]
  /** in the menu */
  actions?: readonly Action[]
  /** instead of the buttons and the menu's actions */
  palette?: readonly PaletteItem[]
  /** above the properties */
  overview?: ReactNode
  facts: readonly Property[]
  /** a sentence about them */
  note?: string
  /** below the properties, with the outlet of the child routes */
  tabs?: readonly RouteTab[]
  children?: ReactNode
}

export function DetailPage(props: DetailPageProps) {
  const { title, icon, docs, aside, noun, id, tools, buttons = [], actions = [], overview, facts, note, tabs } = props
  const { palette = paletteItemsOf([...buttons, ...actions]), children } = props
  usePalette(palette)
  const menu = [...(id ? [copyIdAction(id)] : []), ...actions]
  return (
    <>
      <PageHeader
        title={title}
        icon={<Icon icon={icon} />}
        aside={
          <>
            {docs && <DocsButton topic={docs} />}
            {aside}
          </>
        }
        actions={
          <>
            {tools}
            {buttons.map((action) => (
              <ActionButton key={action.label} action={action} />
            ))}
            {menu.length > 0 && (
              <MenuButton label={`${noun} actions`} variant="secondary" items={() => menu.map(menuItem)} />
            )}
          </>
        }
      />
      <div className="space-y-5">
        {overview}
        <div>
          <Properties columns={2} items={facts} />
          {note && <p className="mt-2 text-sm text-muted">{note}</p>}
        </div>
        {tabs && (
          <RouteTabs label={noun} onNear={warm} tabs={tabs}>
            <Outlet />
          </RouteTabs>
        )}
        {children}
      </div>
    </>
  )
}
