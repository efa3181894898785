// CPUs and memory of a new instance: a preset, or any size within the limits.
import { MAX_MEMORY_GIB, MAX_VCPUS } from '#contract/limits.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { NumberField, RadioField } from '../../../form/value-fields.tsx'
import { FormTabs } from '../../../form/form-tabs.tsx'
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
    return { value, label: `${cpus} vCPUs, ${memory} GiB` }
  })

export function HardwareSection() {
  const { setValue } = useFormContext<InstanceValues>()
  const tab = useWatch<InstanceValues, 'hardwareTab'>({ name: 'hardwareTab' })
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
          <RadioField name="preset" label="Preset" hideLabel look="chips" options={optionsOf(tab)} />
        )}
      </FormTabs>
    </Section>
  )
}
