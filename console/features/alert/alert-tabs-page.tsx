// Alerts of the system: its tabs are the receivers of both kinds, what was raised, and the server that sends e-mail.
import { BellRing } from '@lucide/icons'
import { Outlet } from 'react-router'
import { DocsButton } from '../../help/docs-button.tsx'
import { paths } from '../../paths.ts'
import { warm } from '../../route.ts'
import { RefreshNouns } from '../../table/refresh-nouns.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { RouteTabs } from '../../ui/display/tabs.tsx'

export default function AlertTabsPage() {
  return (
    <>
      <PageHeader
        title="Alerts"
        icon={<Icon icon={BellRing} />}
        aside={<DocsButton topic="alerts" />}
        actions={<RefreshNouns nouns={['alert_receiver', 'email_receiver', 'alert', 'smtp_settings']} />}
      />
      <RouteTabs
        label="Alerts"
        onNear={warm}
        tabs={[
          { to: paths.alertReceivers(), label: 'Receivers' },
          { to: paths.raisedAlerts(), label: 'Raised alerts' },
          { to: paths.smtpSettings(), label: 'SMTP settings' },
        ]}
      >
        <Outlet />
      </RouteTabs>
    </>
  )
}
