// CPUs and memory of a new instance: a preset, or any size within the limits.
import { MAX_MEMORY_GIB, MAX_VCPUS } from '#contract/limits.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { NumberField } from '../../../form/value-fields.tsx'
import { FormTabs } from '../../../form/form-tabs.tsx'
import { RadioCards } from '../../../ui/input/radio.tsx'
import { Section } from './section.tsx'
import { presets, type HardwareTab, type InstanceValues } from './values.ts'

const tabs = [
  { value: 'general', label: 'General purpose' },
  { value: 'cpu', label: 'High CPU' },
  { value: 'memory', label: 'High memory' },
  { value: 'custom', label: 'Custom' },
] as const

const optionsOf = (tab: Exclude<HardwareTab, 'custom'>) =>
  presets[tab].map((value) => {
    const [cpus, memory] = value.split('/')
    return { value, label: `${cpus} vCPUs`, help: `${memory} GiB of memory` }
  })

export function HardwareSection() {
  const { setValue } = useFormContext<InstanceValues>()
  const [tab, preset] = useWatch<InstanceValues, ['hardwareTab', 'preset']>({ name: ['hardwareTab', 'preset'] })
  const choose = (next: HardwareTab) => {
    setValue('hardwareTab', next, { shouldDirty: true })
    if (next !== 'custom') setValue('preset', presets[next][0] ?? '')
  }
  return (
    <Section title="Hardware">
      <FormTabs label="Hardware" tabs={tabs} value={tab} onChange={choose}>
        {tab === 'custom' ? (
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField name="ncpus" label="CPUs" min={1} max={MAX_VCPUS} />
            <NumberField name="memory" label="Memory" min={1} max={MAX_MEMORY_GIB} unit="GiB" />
          </div>
        ) : (
          <RadioCards
            name="preset"
            label="Preset"
            options={optionsOf(tab)}
            value={preset}
            onChange={(next) => setValue('preset', next, { shouldDirty: true })}
          />
        )}
      </FormTabs>
    </Section>
  )
}
