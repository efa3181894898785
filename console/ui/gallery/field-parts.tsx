// Form controls: plain, with help, with an error, and disabled.
import { useState } from 'react'
import { CheckboxGroup } from '../input/checkbox-group.tsx'
import { Checkbox } from '../input/checkbox.tsx'
import { Combobox } from '../input/combobox.tsx'
import { DateRange } from '../input/date-range.tsx'
import { presetRange, type Range, type RangePreset } from '../../util/range.ts'
import { Field } from '../input/field.tsx'
import { FileInput } from '../input/file-input.tsx'
import { MiniTable, MiniTableButtons } from '../input/mini-table.tsx'
import { NumberInput } from '../input/number-input.tsx'
import { RadioGroup } from '../input/radio.tsx'
import { IntervalPicker } from '../input/refresh.tsx'
import { TextArea, TextInput } from '../input/text-input.tsx'
import { Specimen, Specimens } from './specimen.tsx'

const images = [
  { value: 'debian-12', label: 'Debian 12' },
  { value: 'ubuntu-24', label: 'Ubuntu 24.04' },
  { value: 'alpine', label: 'Alpine 3.20', disabled: true },
]
const kinds = [
  { value: 'tcp', label: 'TCP' },
  { value: 'udp', label: 'UDP' },
  { value: 'icmp', label: 'ICMP', disabled: true },
] as const
const sources = [
  { value: 'blank', label: 'Blank', help: 'Empty, to be formatted by the instance' },
  { value: 'image', label: 'Image', help: 'A copy of an image of the project or silo' },
] as const
const presets: RangePreset[] = [
  { value: 'hour', label: 'Last hour', ms: 3_600_000 },
  { value: 'day', label: 'Last day', ms: 86_400_000 },
]
const hour: RangePreset = { value: 'hour', label: 'Last hour', ms: 3_600_000 }
const nothing = () => undefined

export function FieldParts() {
  const [size, setSize] = useState(10)
  const [image, setImage] = useState('')
  const [host, setHost] = useState('')
  const [protocols, setProtocols] = useState<('tcp' | 'udp' | 'icmp')[]>(['tcp'])
  const [protocol, setProtocol] = useState<'tcp' | 'udp' | 'icmp'>('udp')
  const [source, setSource] = useState<'blank' | 'image'>('image')
  const [file, setFile] = useState<File | null>(null)
  const [ports, setPorts] = useState(['22', '80-443'])
  const [span, setSpan] = useState<{ preset: string; range: Range }>(() => ({
    preset: 'hour',
    range: presetRange(hour, new Date()),
  }))
  return (
    <Specimens title="Fields">
      <div className="grid gap-5 md:grid-cols-2">
        <Field label="Name" required help="Letters, digits and dashes">
          <TextInput placeholder="web-1" />
        </Field>
        <Field label="Name in error" required error="Must start with a lower-case letter">
          <TextInput defaultValue="1web" />
        </Field>
        <Field label="Description">
          <TextArea defaultValue="Serves the shop" />
        </Field>
        <Field label="Key, off">
          <TextInput mono disabled defaultValue="ssh-ed25519 AAAA" />
        </Field>
        <Field label="Size" required help="Between 1 and 1023">
          <NumberInput value={size} onChange={setSize} min={1} max={1023} unit="GiB" />
        </Field>
        <Field label="Size, missing" required error="Size is required">
          <NumberInput value={Number.NaN} onChange={nothing} />
        </Field>
        <Field label="Image" required>
          <Combobox items={images} value={image} onChange={setImage} placeholder="Select an image" />
        </Field>
        <Field label="Image, loading" required>
          <Combobox items={[]} value="" onChange={nothing} loading />
        </Field>
        <Field label="Image, none" required error="Image is required">
          <Combobox items={[]} value="" onChange={nothing} emptyText="No images" />
        </Field>
        <Field label="Host">
          <Combobox items={images} value={host} onChange={setHost} arbitrary />
        </Field>
        <Field label="Protocols" group>
          <CheckboxGroup name="protocols" options={kinds} value={protocols} onChange={setProtocols} inline />
        </Field>
        <Field label="Protocol" group required>
          <RadioGroup name="protocol" options={kinds} value={protocol} onChange={setProtocol} look="inline" />
        </Field>
        <Field label="Source" group required>
          <RadioGroup look="cards" name="source" options={sources} value={source} onChange={setSource} />
        </Field>
        <div className="space-y-2">
          <Checkbox defaultChecked help="Starts as soon as it is created">
            Start instance
          </Checkbox>
          <Checkbox indeterminate>Some of them</Checkbox>
          <Checkbox disabled>Not now</Checkbox>
        </div>
        <Field label="Image file" required>
          <FileInput value={file} onChange={setFile} />
        </Field>
        <Field label="Image file, chosen" required>
          <FileInput value={sampleFile} onChange={nothing} />
        </Field>
      </div>
      <Specimen name="Mini table" stacked>
        <MiniTableButtons addLabel="Add port" onAdd={nothing} onClear={nothing} empty={false} />
        <MiniTable
          label="Ports"
          columns={[{ header: 'Port', cell: (port) => port }]}
          rows={ports}
          rowKey={(port) => port}
          removeLabel={(port) => `remove port ${port}`}
          onRemove={(port) => setPorts(ports.filter((one) => one !== port))}
          emptyText="No ports"
        />
      </Specimen>
      <Specimen name="Time">
        <DateRange
          presets={presets}
          preset={span.preset}
          range={span.range}
          onChange={(preset, range) => setSpan({ preset, range })}
        />
        <IntervalPicker onTick={nothing} disabled={span.preset === 'custom'} />
      </Specimen>
    </Specimens>
  )
}

const sampleFile = new File(['x'.repeat(4096)], 'debian-12-generic-amd64-20250601.raw')
