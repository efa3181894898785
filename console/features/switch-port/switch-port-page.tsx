// One switch port: its settings, the state of its links, and LLDP.
import { EthernetPort } from '@lucide/icons'
import { useState } from 'react'
import { useParams } from 'react-router'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { RefreshNouns } from '../../table/refresh-nouns.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { useData } from '../../use-api.ts'
import { Section } from '../../ui/page/section.tsx'
import { first1000PortSettings } from '../switch-port-settings/switch-port-settings-queries.ts'
import { LinkTable } from './link-table.tsx'
import { LldpCard } from './lldp-card.tsx'
import { NeighborTable } from './neighbor-table.tsx'
import { applyAction, clearAction } from './switch-port-actions.tsx'
import { switchPortView } from './switch-port-queries.ts'

const ApplyForm = lazyPopup(async () => (await import('./switch-port-apply-form.lazy.tsx')).SwitchPortApplyForm)

export default function SwitchPortPage() {
  const { rackId = '', location = '', port = '' } = useParams()
  const at = { rackId, location, port }
  const whyNot = useWhyNotFleet()
  const { id, portSettingsId } = useData(switchPortView(at))
  const settings = useData(first1000PortSettings()).items.find((one) => one.id === portSettingsId)?.name
  const [applying, setApplying] = useState(false)
  const apply = applyAction(() => setApplying(true), whyNot)
  const clear = clearAction(at, settings, whyNot)
  return (
    <DetailPage
      title={`${port} on ${location}`}
      icon={EthernetPort}
      docs="fabric"
      noun="Switch port"
      id={id}
      tools={<RefreshNouns nouns={['switch_port']} />}
      buttons={[apply]}
      actions={[clear]}
      facts={[
        {
          name: 'Settings',
          value: settings && <TextLink to={paths.portSettingsPage({ settings })}>{settings}</TextLink>,
        },
        { name: 'Rack ID', value: <CopyText text={rackId} /> },
        { name: 'Switch', value: location },
        { name: 'Port ID', value: <CopyText text={id} /> },
      ]}
    >
      <Section title="Links">
        <LinkTable at={at} />
      </Section>
      {settings && <LldpCard at={at} settings={settings} />}
      <Section title="LLDP neighbors" text="What is connected at the other end, as announced by LLDP.">
        <NeighborTable at={at} />
      </Section>
      {applying && <ApplyForm at={at} current={settings} onClose={() => setApplying(false)} />}
    </DetailPage>
  )
}
