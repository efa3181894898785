// Creating and editing a subnet. Its blocks cannot be changed later.
import { undoEdit } from '../../action/undo.ts'
import { send } from '../../api.ts'
import { useData, useLoad } from '../../use-api.ts'
import { NativeSelectField } from '../../form/value-fields.tsx'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { first1000Routers } from '../vpc-router/vpc-router-queries.ts'
import { ofVpc, vpcView } from '../vpc/vpc-queries.ts'
import { ipv4BlockProblem, ipv6BlockProblem } from './subnet-blocks.ts'
import { SubnetFacts } from './subnet-facts.tsx'
import type { Subnet } from './vpc-subnet-list.tsx'
import { first1000Subnets, subnetView } from './vpc-subnet-queries.ts'

interface FormProps {
  project: string
  vpc: string
  onDone: (saved: void) => unknown
  onClose: () => void
}

/** A select needs a value for every choice. */
const NO_ROUTER = 'none'
const routerOf = (choice: string) => (choice === NO_ROUTER ? null : choice)

function RouterField({ project, vpc }: { project: string; vpc: string }) {
  const custom = useData(first1000Routers(project, vpc)).items.filter(({ kind }) => kind === 'custom')
  const items = [{ value: NO_ROUTER, label: 'None' }, ...custom.map(({ id, name }) => ({ value: id, label: name }))]
  return (
    <NativeSelectField
      name="customRouter"
      label="Custom router"
      items={items}
      help="Its routes take precedence over those of the system router."
    />
  )
}

interface CreateValues {
  name: string
  description: string
  ipv4Block: string
  ipv6Block: string
  customRouter: string
}

const empty: CreateValues = { name: '', description: '', ipv4Block: '', ipv6Block: '', customRouter: NO_ROUTER }

export function SubnetCreateForm({ project, vpc, onDone, onClose }: FormProps) {
  const prefix = useData(vpcView(project, vpc)).ipv6Prefix
  const others = useLoad(first1000Subnets(project, vpc)).data?.items ?? []
  const isIpv4 = (text: string) =>
    ipv4BlockProblem(
      text,
      others.map((other) => other.ipv4Block),
    ) ?? true
  const isIpv6 = (text: string) =>
    ipv6BlockProblem(
      text,
      prefix,
      others.map((other) => other.ipv6Block),
    ) ?? true
  return (
    <SideForm
      operation="vpc_subnet_create"
      title="Create subnet"
      defaultValues={empty}
      toParams={({ ipv4Block, ipv6Block, customRouter, ...naming }: CreateValues) => ({
        query: ofVpc(project, vpc),
        body: {
          ...naming,
          ipv4Block: ipv4Block.trim(),
          ipv6Block: ipv6Block.trim() || null,
          customRouter: routerOf(customRouter),
        },
      })}
      onSuccess={({ name }) => {
        toast(`Subnet ${name} created`)
        return onDone()
      }}
      onClose={onClose}
    >
      <NameField />
      <DescriptionField />
      <TextField
        name="ipv4Block"
        label="IPv4 block"
        required
        mono
        help="A private block between /8 and /26, such as 10.0.0.0/24."
        rules={{ validate: isIpv4 }}
      />
      <TextField
        name="ipv6Block"
        label="IPv6 block"
        mono
        help={`A /64 in ${prefix}. Leave blank to generate one.`}
        rules={{ validate: isIpv6 }}
      />
      <RouterField project={project} vpc={vpc} />
    </SideForm>
  )
}

interface EditValues {
  name: string
  description: string
  customRouter: string
}

export function SubnetEditForm({ project, vpc, subnet, onDone, onClose }: FormProps & { subnet: Subnet }) {
  const { id, name, description, customRouterId } = subnet
  return (
    <SideForm
      operation="vpc_subnet_update"
      title="Edit subnet"
      submitLabel="Update subnet"
      defaultValues={{ name, description, customRouter: customRouterId ?? NO_ROUTER }}
      toParams={({ customRouter, ...naming }: EditValues) => ({
        path: { subnet: id },
        body: { ...naming, customRouter: routerOf(customRouter) },
      })}
      onSuccess={(saved) => {
        toast({ content: `Subnet ${saved.name} updated`, undo: undoOf(project, vpc, subnet, saved) })
        return onDone()
      }}
      onClose={onClose}
    >
      <SubnetFacts project={project} vpc={vpc} subnet={subnet} />
      <NameField />
      <DescriptionField />
      <RouterField project={project} vpc={vpc} />
    </SideForm>
  )
}

const undoOf = (project: string, vpc: string, before: Subnet, saved: Subnet) =>
  undoEdit({
    noun: 'Subnet',
    before,
    saved,
    query: subnetView(project, vpc, saved.id),
    edited: ['customRouterId'],
    restore: (naming) =>
      send('vpc_subnet_update', {
        path: { subnet: saved.id },
        body: { ...naming, customRouter: before.customRouterId ?? null },
      }),
  })
