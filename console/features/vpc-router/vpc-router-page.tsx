// A router: its facts, the subnets that use it, and its routes.
import { Router as RouterIcon } from '@lucide/icons'
import { useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { CopyText, Truncate } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
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
    <DetailPage
      title={router.name}
      icon={RouterIcon}
      docs="routers"
      noun="Router"
      id={router.id}
      actions={actions}
      facts={[
        { name: 'Description', value: router.description && <Truncate text={router.description} maxLength={48} /> },
        { name: 'Created', value: <DateTime value={router.timeCreated} /> },
        { name: 'Kind', value: <Badge>{router.kind}</Badge> },
        { name: 'Last modified', value: <DateTime value={router.timeModified} /> },
        { name: 'Subnets using it', value: <SubnetsOf {...at} router={router} subnets={subnets} /> },
        { name: 'ID', value: <CopyText text={router.id} /> },
      ]}
    >
      <RouteTable {...at} router={router} />
    </DetailPage>
  )
}
