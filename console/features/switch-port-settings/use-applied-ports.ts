// Which ports have which settings.
import type { Model } from '#contract/client.ts'
import { useData } from '../../use-api.ts'
import { comparePorts } from '../switch-port/link-names.ts'
import { everySwitchPort } from '../switch-port/switch-port-queries.ts'

export type Port = Model<'SwitchPort'>

/** 'switch0 qsfp3' */
export const portName = ({ switchLocation, portName: name }: Port) => `${switchLocation} ${name}`

export function useAppliedPorts(): (settingsId: string) => Port[] {
  const ports = useData(everySwitchPort()).items
  return (settingsId) =>
    ports
      .filter(({ portSettingsId }) => portSettingsId === settingsId)
      .toSorted((a, b) => comparePorts(portName(a), portName(b)))
}
