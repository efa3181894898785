// The rest of a new instance, which most people leave as it is: networking, where it runs, and what it is told at its first boot.
import { Accordion, AccordionItem } from './accordion.tsx'
import { Message } from '../../../ui/display/message.tsx'
import { useWatch } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import { ConfigurationFields } from './configuration.tsx'
import { NetworkingFields } from './networking.tsx'
import { defaultsText } from './defaults-text.ts'
import { Section } from './section.tsx'
import { DEFAULT_VPC, type InstanceValues } from './values.ts'

interface AdvancedProps {
  project: string
  pools: readonly Model<'SiloIpPool'>[]
  floatingIps: readonly Model<'FloatingIp'>[]
  /** names of the project's VPCs */
  vpcs: readonly string[]
  /** the values the form opened with */
  start: InstanceValues
}

export function AdvancedSection({ start, ...props }: AdvancedProps) {
  return (
    <Section title="Advanced" text={<Defaults start={start} />}>
      {!props.vpcs.includes(DEFAULT_VPC) && (
        <Message tone="notice" title="No network interface">
          This project has no VPC named {DEFAULT_VPC}.{' '}
          {props.vpcs.length > 0
            ? 'To connect the instance, add an interface under Networking.'
            : 'To connect the instance, create a VPC first.'}
        </Message>
      )}
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

function Defaults({ start }: { start: InstanceValues }) {
  const values = useWatch<InstanceValues>()
  return defaultsText(values as InstanceValues, start)
}
