// Creating and editing a route. Of a default route only the target can be changed.
import { useFormContext, useWatch } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import { ipNetProblem, ipProblem } from '#contract/network-checks.ts'
import { useData } from '../../use-api.ts'
import { ComboboxField } from '../../form/combobox-field.tsx'
import { DescriptionField, nameError, NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { NativeSelectField } from '../../form/value-fields.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useOptions } from '../../form/use-options.ts'
import { first1000Instances, instanceList } from '../instance/instance-queries.ts'
import { first1000Gateways } from '../internet-gateway/internet-gateway-queries.ts'
import { EndpointBadge } from '../vpc/page/endpoint-badge.tsx'
import { ofVpc } from '../vpc/vpc-queries.ts'
import { first1000Subnets } from '../vpc-subnet/vpc-subnet-queries.ts'
import { familyProblem } from './route-family.ts'
import type { Route } from './vpc-router-route-table.tsx'

type Destination = Model<'RouteDestination'>
type Target = Model<'RouteTarget'>
export type RouteCreate = Model<'RouterRouteCreate'>

interface Values {
  name: string
  description: string
  destinationType: Destination['type']
  destination: string
  targetType: Target['type']
  target: string
}

interface FormProps {
  project: string
  vpc: string
  router: string
  /** the route to edit; creates one if left out */
  route?: Route
  /** what another page suggests; fills the form in */
  suggested?: RouteCreate | undefined
  onDone: () => unknown
  onClose: () => void
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

const destinationOf = ({ destinationType: type, destination }: Values) =>
  ({ type, value: destination.trim() }) as Destination
const targetOf = ({ targetType: type, target }: Values) =>
  (type === 'drop' ? { type } : { type, value: target.trim() }) as Target

const valuesOf = (route: RouteCreate | undefined): Values => ({
  name: route?.name ?? '',
  description: route?.description ?? '',
  destinationType: route?.destination.type ?? 'ip',
  destination: route?.destination.value ?? '',
  targetType: route?.target.type ?? 'ip',
  target: route && 'value' in route.target ? route.target.value : '',
})

export function RouteForm({ project, vpc, router, route, suggested, onDone, onClose }: FormProps) {
  const shared = {
    defaultValues: valuesOf(suggested ?? route),
    onClose,
    onSuccess({ name }: Route) {
      toast(`Route ${name} ${route ? 'updated' : 'created'}`)
      return onDone()
    },
  }
  const fields = <RouteFields project={project} vpc={vpc} />
  if (!route) {
    return (
      <SideForm
        {...shared}
        operation="vpc_router_route_create"
        title="Create route"
        toParams={(values: Values) => ({
          query: { ...ofVpc(project, vpc), router },
          body: {
            name: values.name,
            description: values.description,
            destination: destinationOf(values),
            target: targetOf(values),
          },
        })}
      >
        {fields}
      </SideForm>
    )
  }
  const isDefault = route.kind === 'default'
  const isFixed = route.kind === 'vpc_subnet' || route.kind === 'vpc_peering'
  return (
    <SideForm
      {...shared}
      operation="vpc_router_route_update"
      title="Edit route"
      submitLabel="Update route"
      whyNot={isFixed ? 'This route is managed with its subnet and cannot be edited' : undefined}
      toParams={(values: Values) => ({
        path: { route: route.id },
        body: {
          ...(isDefault ? {} : { name: values.name, description: values.description }),
          destination: isDefault ? route.destination : destinationOf(values),
          target: targetOf(values),
        },
      })}
    >
      {isFixed && <Message>The system keeps this route for as long as its subnet exists.</Message>}
      {isDefault && (
        <>
          <Message>Only the target of a default route can be changed.</Message>
          <Properties
            items={[
              { name: 'Name', value: route.name },
              { name: 'Description', value: route.description },
              {
                name: 'Destination',
                value: <EndpointBadge project={project} vpc={vpc} endpoint={route.destination} />,
              },
            ]}
          />
          <TargetFields project={project} vpc={vpc} />
        </>
      )}
      {!isDefault && !isFixed && fields}
    </SideForm>
  )
}

function RouteFields({ project, vpc }: { project: string; vpc: string }) {
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
  const { setValue, clearErrors } = useFormContext<Values>()
  const type = useWatch<Values, 'destinationType'>({ name: 'destinationType' })
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

function TargetFields({ project, vpc }: FieldsProps) {
  const { setValue, clearErrors } = useFormContext<Values>()
  const type = useWatch<Values, 'targetType'>({ name: 'targetType' })
  const instances = useOptions(useData(first1000Instances(project)), (page) => instanceList(project, page))
  const gateways = useData(first1000Gateways(project, vpc)).items
  const isAddress = (text: string, values: Values) =>
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
          rules={{ validate: (text: string, values) => isAddress(text, values as Values) }}
        />
      )}
      {type === 'drop' && <Message>Traffic for the destination is discarded.</Message>}
    </>
  )
}
