// Creating and editing a group of instances that want to be apart, or together. Its policy is chosen once.
import type { Model } from '#contract/client.ts'
import { seed } from '../../api.ts'
import { kinds, type Group, type Kind, type KindName } from './affinity-kind.ts'
import { DescriptionField, NameField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { Field } from '../../ui/input/field.tsx'
import { Message } from '../../ui/display/message.tsx'
import { RadioGroup } from '../../ui/input/radio.tsx'
import { toast } from '../../ui/overlay/toast.tsx'
import { useController } from 'react-hook-form'
import { capitalize } from '#contract/errors.ts'

interface GroupFormProps {
  kind: KindName
  project: string
  /** the one to edit; without it one is created */
  group?: Group
  onDone: (group: Group) => unknown
  onClose: () => void
}

type Create = Pick<Model<'AffinityGroupCreate'>, 'name' | 'description' | 'policy'>
type Update = Pick<Create, 'name' | 'description'>

export function GroupForm({ kind: kindName, project, group, onDone, onClose }: GroupFormProps) {
  const kind = kinds[kindName]
  const naming = { name: group?.name ?? '', description: group?.description ?? '' }
  const shared = {
    onClose,
    onSuccess(saved: Group) {
      seed(kind.view(project, saved.name), saved)
      toast(`${capitalize(kind.title)} ${saved.name} ${group ? 'updated' : 'created'}`)
      return onDone(saved)
    },
  }
  const creating = {
    ...shared,
    title: `Create ${kind.title}`,
    defaultValues: { ...naming, policy: 'allow' as const },
    toParams: (values: Create) => ({ query: { project }, body: { ...values, failureDomain: 'sled' as const } }),
    children: (
      <>
        <Message>{kind.meaning}</Message>
        <NameField />
        <DescriptionField />
        <PolicyField kind={kind} />
      </>
    ),
  }
  const editing = {
    ...shared,
    title: `Edit ${kind.title}`,
    submitLabel: `Update ${kind.title}`,
    defaultValues: naming,
    children: (
      <>
        <NameField />
        <DescriptionField />
      </>
    ),
  }
  const names = { project, group: group?.name ?? '' }
  if (kind.name === 'affinity') {
    const { create, update } = kind.operations
    if (!group) return <SideForm {...creating} operation={create} />
    return <SideForm {...editing} operation={update} toParams={(body: Update) => ({ ...kind.at(names), body })} />
  }
  const { create, update } = kind.operations
  if (!group) return <SideForm {...creating} operation={create} />
  return <SideForm {...editing} operation={update} toParams={(body: Update) => ({ ...kind.at(names), body })} />
}

function PolicyField({ kind }: { kind: Kind }) {
  const { field } = useController<Create, 'policy'>({ name: 'policy' })
  const options = [
    { value: 'allow', label: 'Allow', help: kind.policies.allow },
    { value: 'fail', label: 'Fail', help: kind.policies.fail },
  ] as const
  return (
    <Field label="Policy" required group help="What happens when it cannot be done as wanted.">
      <RadioGroup name="policy" options={options} value={field.value} onChange={field.onChange} />
    </Field>
  )
}
