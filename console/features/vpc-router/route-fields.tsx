// The fields of a route: where traffic goes, and by what way.
import { useFormContext, useWatch } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import { ipNetProblem, ipProblem } from '#contract/network-checks.ts'
import { useData } from '../../use-api.ts'
import { ComboboxField } from '../../form/combobox-field.tsx'
import { DescriptionField, nameError, NameField, TextField } from '../../form/fields.tsx'
import { NativeSelectField } from '../../form/value-fields.tsx'
import { Message } from '../../ui/display/message.tsx'
import { useOptions } from '../../form/use-options.ts'
import { first1000Instances, instanceList } from '../instance/instance-queries.ts'
import { first1000Gateways } from '../internet-gateway/internet-gateway-queries.ts'
import { first1000Subnets } from '../vpc-subnet/vpc-subnet-queries.ts'
import { familyProblem } from './route-family.ts'

type Destination = Model<'RouteDestination'>
type Target = Model<'RouteTarget'>

export interface RouteValues {
  name: string
  description: string
  destinationType: Destination['type']
  destination: string
  targetType: Target['type']
  target: string
}

const destinations = [
  { value: 'ip', label: 'IP' },
  { value: 'ip_net', label: 'IP network' },
  { value: 'subnet', label: 'Subnet' },
]
const targets = [
  { value: 'ip', label: 'IP' },
  { value: 'instance', label: 'Instance' },
  { value: 'internet_gateway', label: 'Internet gateway' },
  { value: 'drop', label: 'Drop' },
]

export const destinationOf = ({ destinationType: type, destination }: RouteValues) =>
  ({ type, value: destination.trim() }) as Destination
export const targetOf = ({ targetType: type, target }: RouteValues) =>
  (type === 'drop' ? { type } : { type, value: target.trim() }) as Target

export function RouteFields({ project, vpc }: { project: string; vpc: string }) {
  return (
    <>
      <NameField />
      <DescriptionField />
      <DestinationFields project={project} vpc={vpc} />
      <TargetFields project={project} vpc={vpc} />
    </>
  )
}

const itemsOf = (things: readonly { name: string }[]) => things.map(({ name }) => ({ value: name, label: name }))
const isNamed = (label: string) => (text: string) => nameError(text.trim(), label) ?? true

interface FieldsProps {
  project: string
  vpc: string
}

function DestinationFields({ project, vpc }: FieldsProps) {
  const { setValue, clearErrors } = useFormContext<RouteValues>()
  const type = useWatch<RouteValues, 'destinationType'>({ name: 'destinationType' })
  const subnets = useData(first1000Subnets(project, vpc)).items
  const check = type === 'ip_net' ? ipNetProblem : ipProblem
  return (
    <>
      <NativeSelectField
        name="destinationType"
        label="Destination type"
        required
        items={destinations}
        onChosen={() => {
          setValue('destination', '')
          clearErrors('destination')
        }}
      />
      {type === 'subnet' ? (
        <ComboboxField
          key="subnet"
          name="destination"
          label="Destination value"
          required
          arbitrary
          placeholder="Select or enter a subnet"
          items={itemsOf(subnets)}
          rules={{ validate: isNamed('Destination value') }}
        />
      ) : (
        <TextField
          key={type}
          name="destination"
          label="Destination value"
          required
          mono
          help={type === 'ip_net' ? 'An IP network, such as 10.1.0.0/16.' : 'An IP address, such as 10.1.0.4.'}
          rules={{ validate: (text: string) => check(text) ?? true }}
        />
      )}
    </>
  )
}

export function TargetFields({ project, vpc }: FieldsProps) {
  const { setValue, clearErrors } = useFormContext<RouteValues>()
  const type = useWatch<RouteValues, 'targetType'>({ name: 'targetType' })
  const instances = useOptions(useData(first1000Instances(project)), (page) => instanceList(project, page))
  const gateways = useData(first1000Gateways(project, vpc)).items
  const isAddress = (text: string, values: RouteValues) =>
    ipProblem(text) ?? familyProblem(destinationOf(values), text) ?? true
  return (
    <>
      <NativeSelectField
        name="targetType"
        label="Target type"
        required
        items={targets}
        onChosen={() => {
          setValue('target', '')
          clearErrors('target')
        }}
      />
      {(type === 'instance' || type === 'internet_gateway') && (
        <ComboboxField
          key={type}
          name="target"
          label="Target value"
          required
          arbitrary
          placeholder={type === 'instance' ? 'Select or enter an instance' : 'Select or enter an internet gateway'}
          items={itemsOf(type === 'instance' ? instances : gateways)}
          rules={{ validate: isNamed('Target value') }}
        />
      )}
      {type === 'ip' && (
        <TextField
          key="ip"
          name="target"
          label="Target value"
          required
          mono
          help="An IP address, such as 10.1.0.4."
          rules={{ validate: (text: string, values) => isAddress(text, values as RouteValues) }}
        />
      )}
      {type === 'drop' && <Message>Traffic for the destination is discarded.</Message>}
    </>
  )
}
