// New port settings, on a page of their own.
import { EthernetPort } from '@lucide/icons'
import { useNavigate } from 'react-router'
import { DocsButton } from '../../help/docs-button.tsx'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { SettingsForm } from './settings-form.tsx'
import { newParts } from './settings-values.ts'

export default function PortSettingsNewPage() {
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="Create port settings"
        icon={<Icon icon={EthernetPort} />}
        aside={<DocsButton topic="fabric" />}
      />
      <SettingsForm
        parts={newParts}
        onDone={({ settings }) => navigate(paths.portSettingsPage({ settings: settings.name }))}
        onClose={() => void navigate(paths.portSettings())}
      />
    </>
  )
}
