// Changing port settings, on a page of its own.
import { EthernetPort } from '@lucide/icons'
import { useNavigate, useParams } from 'react-router'
import { DocsButton } from '../../help/docs-button.tsx'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { useData } from '../../use-api.ts'
import { SettingsForm } from './settings-form.tsx'
import { partsOf } from './settings-values.ts'
import { portSettingsView } from './switch-port-settings-queries.ts'
import { useNames } from './use-names.ts'

export default function PortSettingsEditPage() {
  const { settings: name = '' } = useParams()
  const navigate = useNavigate()
  const view = useData(portSettingsView(name))
  const names = useNames()
  const back = () => navigate(paths.portSettingsPage({ settings: name }))
  return (
    <>
      <PageHeader title={`Edit ${name}`} icon={<Icon icon={EthernetPort} />} aside={<DocsButton topic="fabric" />} />
      <SettingsForm settings={view.settings} parts={partsOf(view, names)} onDone={back} onClose={() => void back()} />
    </>
  )
}
