// One silo: its usage, and tabs for everything that belongs to it.
import { Layers } from '@lucide/icons'
import { useState } from 'react'
import { Outlet, useNavigate, useParams } from 'react-router'
import { paletteItemsOf, type Action } from '../../action/action.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { lazyPart, lazyPopup } from '../../ui/display/lazy.tsx'
import { TabLoad } from '../../ui/display/tab-load.tsx'
import { QueryTabs } from '../../ui/display/tabs.tsx'
import { deleteSiloAction, useWhyNotDeleteSilo } from './silo-actions.tsx'
import { SiloCertificates } from './silo-certificates.tsx'
import { SiloFleetRoles } from './silo-fleet-roles.tsx'
import { useSignInUrl } from './silo-host-name.ts'
import { modeText } from './silo-mode.ts'
import { SiloProviders } from './silo-providers.tsx'
import { siloView } from './silo-queries.ts'
import { SiloQuotas } from './silo-quotas.tsx'
import { SiloSetup } from './silo-setup.tsx'
import { useCopyInvitation } from './silo-sign-in.ts'

const loading = <TabLoad error={null} />
const SiloIpPools = lazyPart(async () => (await import('../ip-pool/silo-ip-pools.lazy.tsx')).SiloIpPools, loading)
const SiloUsers = lazyPart(async () => (await import('../policy/silo-users.lazy.tsx')).SiloUsers, loading)
const DescriptionForm = lazyPopup(async () => (await import('./silo-description-form.lazy.tsx')).SiloDescriptionForm)
const Activity = lazyPart(async () => (await import('../audit/activity.lazy.tsx')).Activity, loading)

export default function SiloPage() {
  const { silo: name = '' } = useParams()
  const navigate = useNavigate()
  const silo = useData(siloView(name))
  const whyNot = useWhyNotDeleteSilo()(silo.id)
  const remove = deleteSiloAction(silo.name, { whyNot, onDone: () => navigate(paths.silos()) })
  const [isEditing, setEditing] = useState(false)
  const edit: Action = {
    label: 'Edit description',
    icon: 'edit',
    whyNot: useWhyNotFleet('collaborator'),
    run: () => setEditing(true),
  }
  const signIn = useSignInUrl(silo)
  const copy = useCopyInvitation(silo)
  const isLocal = silo.identityMode === 'local_only'
  const providers = { value: 'idps', label: 'Identity providers', content: <SiloProviders silo={silo} /> }
  const users = { value: 'users', label: 'Users and groups', content: <SiloUsers silo={silo} /> }
  return (
    <DetailPage
      title={silo.name}
      icon={Layers}
      docs="silo"
      noun="Silo"
      id={silo.id}
      buttons={[copy]}
      actions={[edit, remove]}
      palette={paletteItemsOf([edit, copy, { ...remove, label: 'Delete silo' }])}
      facts={[
        { name: 'Description', value: silo.description },
        { name: 'Created', value: <DateTime value={silo.timeCreated} /> },
        { name: 'Identity mode', value: <Badge>{modeText(silo.identityMode)}</Badge> },
        { name: 'Last modified', value: <DateTime value={silo.timeModified} /> },
        { name: 'Discoverable', value: silo.discoverable ? 'Yes' : 'No' },
        { name: 'Sign in at', value: <CopyText text={signIn} maxLength={60} /> },
        { name: 'ID', value: <CopyText text={silo.id} /> },
      ]}
    >
      <SiloSetup silo={silo} />
      <QueryTabs
        label="Silo"
        tabs={[
          ...(isLocal ? [users, providers] : [providers]),
          { value: 'ip-pools', label: 'IP pools', content: <SiloIpPools silo={silo} /> },
          { value: 'quotas', label: 'Quotas', content: <SiloQuotas silo={silo} /> },
          { value: 'fleet-roles', label: 'Fleet roles', content: <SiloFleetRoles silo={silo} /> },
          ...(isLocal ? [] : [users]),
          { value: 'certificates', label: 'Certificates', content: <SiloCertificates silo={silo} /> },
          { value: 'activity', label: 'Activity', content: <Activity scope={{ silo: silo.name }} /> },
        ]}
      />
      <Outlet />
      {isEditing && <DescriptionForm silo={silo} onClose={() => setEditing(false)} />}
    </DetailPage>
  )
}
