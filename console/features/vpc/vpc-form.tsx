// Creating and editing a VPC. The IPv6 prefix cannot be changed later.
import { parseNet } from '#contract/ip.ts'
import { ipNetProblem } from '#contract/network-checks.ts'
import { undoEdit } from '../../action/undo.ts'
import { seed, send } from '../../api.ts'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import type { Vpc } from './page/vpc-actions.tsx'
import { vpcView } from './vpc-queries.ts'

interface FormProps {
  project: string
  onDone: (vpc: Vpc) => unknown
  onClose: () => void
}

interface CreateValues {
  name: string
  description: string
  dnsName: string
  ipv6Prefix: string
}

const PREFIX_WIDTH = 48

/** Why the text cannot be the IPv6 prefix of a VPC. */
function prefixProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const problem = ipNetProblem(text)
  if (problem) return problem
  const net = parseNet(text.trim())
  const isUniqueLocal = net?.version === 6 && net.address >> 120n === 0xfdn
  return isUniqueLocal && net.width === PREFIX_WIDTH ? undefined : 'Must be a /48 in fd00::/8'
}

const validate = (text: string) => prefixProblem(text) ?? true

export function VpcCreateForm({ project, onDone, onClose }: FormProps) {
  const defaultValues: CreateValues = { name: '', description: '', dnsName: '', ipv6Prefix: '' }
  return (
    <SideForm
      operation="vpc_create"
      title="Create VPC"
      defaultValues={defaultValues}
      toParams={({ ipv6Prefix, ...values }: CreateValues) => ({
        query: { project },
        body: { ...values, ipv6Prefix: ipv6Prefix.trim() || null },
      })}
      onSuccess={(vpc) => {
        seed(vpcView(project, vpc.name), vpc)
        toast(`VPC ${vpc.name} created`)
        return onDone(vpc)
      }}
      onClose={onClose}
    >
      <NameField />
      <DescriptionField />
      <NameField name="dnsName" label="DNS name" help="Part of the host names inside the VPC." />
      <TextField
        name="ipv6Prefix"
        label="IPv6 prefix"
        mono
        help="A /48 in fd00::/8, such as fd12:3456:789a::/48. Leave blank to generate one."
        rules={{ validate }}
      />
    </SideForm>
  )
}

interface EditValues {
  name: string
  description: string
  dnsName: string
}

export function VpcEditForm({ project, vpc, onDone, onClose }: FormProps & { vpc: Vpc }) {
  const { name, description, dnsName } = vpc
  return (
    <SideForm
      operation="vpc_update"
      title="Edit VPC"
      submitLabel="Update VPC"
      defaultValues={{ name, description, dnsName }}
      toParams={(values: EditValues) => ({
        path: { vpc: name },
        query: { project },
        body: { ...values, dnsName: values.dnsName || null },
      })}
      onSuccess={(saved) => {
        seed(vpcView(project, saved.name), saved)
        toast({ content: `VPC ${saved.name} updated`, undo: undoOf(project, vpc, saved) })
        return onDone(saved)
      }}
      onClose={onClose}
    >
      <NameField help="After a rename, firewall rules that name this VPC match nothing until you save a rule." />
      <DescriptionField />
      <NameField name="dnsName" label="DNS name" required={false} />
    </SideForm>
  )
}

const undoOf = (project: string, before: Vpc, saved: Vpc) =>
  undoEdit({
    noun: 'VPC',
    before,
    saved,
    query: vpcView(project, saved.name),
    edited: ['dnsName'],
    hasPage: true,
    restore: (naming) => send('vpc_update', { path: { vpc: saved.id }, body: { ...naming, dnsName: before.dnsName } }),
  })
