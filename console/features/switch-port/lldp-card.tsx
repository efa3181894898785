// What a port's links announce over LLDP. It is part of the settings, so all ports with the same settings share it.
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { useWhyNotFleet } from '../../me.ts'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { Button } from '../../ui/input/button.tsx'
import { useLoad } from '../../use-api.ts'
import { Section } from '../../ui/page/section.tsx'
import { TabLoad } from '../../ui/display/tab-load.tsx'
import { portSettingsView } from '../switch-port-settings/switch-port-settings-queries.ts'
import type { PortAt } from './switch-port-queries.ts'

const LldpForm = lazyPopup(async () => (await import('./lldp-form.lazy.tsx')).LldpForm)

type Config = Model<'LldpLinkConfig'>

export function LldpCard({ at, settings }: { at: PortAt; settings: string }) {
  const whyNot = useWhyNotFleet()
  const { data, error } = useLoad(portSettingsView(settings))
  const [editing, setEditing] = useState<Config>()
  const configs = new Map(data?.linkLldp.map((config) => [config.id, config]))
  const links = (data?.links ?? []).flatMap(({ linkName, lldpLinkConfigId }) => {
    const config = configs.get(lldpLinkConfigId ?? '')
    return config ? [{ linkName, config }] : []
  })
  return (
    <Section title="LLDP" text={`What the port announces to its neighbor. Part of port settings ${settings}.`}>
      {!data && <TabLoad error={error} />}
      {data && links.length === 0 && <p className="text-sm text-muted">The settings have no links.</p>}
      <div className="space-y-4">
        {links.map(({ linkName, config }) => (
          <section key={config.id} aria-label={`LLDP of ${linkName}`}>
            <div className="mb-2 flex items-center justify-between gap-2">
              <h3 className="font-mono text-xs">{linkName}</h3>
              <Button size="sm" disabledReason={whyNot} onClick={() => setEditing(config)}>
                Edit LLDP
              </Button>
            </div>
            <Properties columns={2} items={factsOf(config)} />
          </section>
        ))}
      </div>
      {editing && <LldpForm at={at} config={editing} onClose={() => setEditing(undefined)} />}
    </Section>
  )
}

const factsOf = (config: Config) => [
  { name: 'LLDP', value: config.enabled ? 'on' : 'off' },
  { name: 'System name', value: config.systemName },
  { name: 'Port name', value: config.linkName },
  { name: 'System description', value: config.systemDescription },
  { name: 'Port description', value: config.linkDescription },
  { name: 'Management IP', value: config.managementIp },
  { name: 'Chassis ID', value: config.chassisId },
]
