// The header of one fabric resource: its name, the guide, the page's own controls and a menu that copies its ID and deletes it.
import { EthernetPort } from '@lucide/icons'
import type { ReactNode } from 'react'
import { copyIdAction, menuItem, type Action } from '../../action/action.tsx'
import { DocsButton } from '../../help/docs-button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { MenuButton } from '../../ui/overlay/menu.tsx'

interface FabricHeaderProps {
  name: string
  id: string
  /** As in "Address lot actions". */
  noun: string
  remove: Action
  children: ReactNode
}

export function FabricHeader({ name, id, noun, remove, children }: FabricHeaderProps) {
  return (
    <PageHeader
      title={name}
      icon={<Icon icon={EthernetPort} />}
      aside={<DocsButton topic="fabric" />}
      actions={
        <>
          {children}
          <MenuButton
            label={`${noun} actions`}
            variant="secondary"
            items={() => [copyIdAction(id), remove].map(menuItem)}
          />
        </>
      }
    />
  )
}
