// A router: its facts, the subnets that use it, and its routes.
import { Router as RouterIcon } from '@lucide/icons'
import { useNavigate, useParams } from 'react-router'
import { copyIdAction, menuItem } from '../../action/action.tsx'
import { useData } from '../../use-api.ts'
import { DocsButton } from '../../help/docs-button.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { CopyText, Truncate } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { MenuButton } from '../../ui/overlay/menu.tsx'
import { RouteTable } from './vpc-router-route-table.tsx'
import { first1000Subnets } from '../vpc-subnet/vpc-subnet-queries.ts'
import { SubnetsOf } from './router-subnets.tsx'
import { routerActions } from './vpc-router-actions.tsx'
import { routerView } from './vpc-router-queries.ts'

export default function RouterPage() {
  const { project = '', vpc = '', router: name = '' } = useParams()
  const navigate = useNavigate()
  const at = { project, vpc }
  const router = useData(routerView(project, vpc, name))
  const subnets = useData(first1000Subnets(project, vpc)).items
  const actions = routerActions(at, router, () => navigate(paths.routers(at)))
  return (
    <>
      <PageHeader
        title={router.name}
        icon={<Icon icon={RouterIcon} />}
        aside={<DocsButton topic="routers" />}
        actions={
          <MenuButton
            label="Router actions"
            variant="secondary"
            items={() => [copyIdAction(router.id), ...actions].map(menuItem)}
          />
        }
      />
      <div className="mb-5">
        <Properties
          columns={2}
          items={[
            { name: 'Description', value: router.description && <Truncate text={router.description} maxLength={48} /> },
            { name: 'Created', value: <DateTime value={router.timeCreated} /> },
            { name: 'Kind', value: <Badge>{router.kind}</Badge> },
            { name: 'Last modified', value: <DateTime value={router.timeModified} /> },
            { name: 'Subnets using it', value: <SubnetsOf {...at} router={router} subnets={subnets} /> },
            { name: 'ID', value: <CopyText text={router.id} /> },
          ]}
        />
      </div>
      <RouteTable {...at} router={router} />
    </>
  )
}
