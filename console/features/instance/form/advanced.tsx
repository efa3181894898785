// The rest of a new instance, which most people leave as it is: networking, where it runs, and what it is told at its first boot.
import { Accordion, AccordionItem } from '../../../ui/display/accordion.tsx'
import type { Model } from '#contract/client.ts'
import { ConfigurationFields } from './configuration.tsx'
import { NetworkingFields } from './networking.tsx'
import { Section } from './section.tsx'

interface AdvancedProps {
  project: string
  pools: readonly Model<'SiloIpPool'>[]
  floatingIps: readonly Model<'FloatingIp'>[]
}

export function AdvancedSection(props: AdvancedProps) {
  return (
    <Section title="Advanced">
      <Accordion>
        <AccordionItem title="Networking">
          <NetworkingFields {...props} />
        </AccordionItem>
        <AccordionItem title="Configuration">
          <ConfigurationFields project={props.project} />
        </AccordionItem>
      </Accordion>
    </Section>
  )
}
