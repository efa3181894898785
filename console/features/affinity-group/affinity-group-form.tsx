// Creating and editing a group of either kind. The policy cannot be changed later.
import type { Model } from '#contract/client.ts'
import { undoEdit } from '../../action/undo.ts'
import { seed, send } from '../../api.ts'
import { kinds, type Group, type Kind } from './affinity-group-kind.ts'
import { DescriptionField, NameField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { RadioField } from '../../form/value-fields.tsx'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { capitalize } from '#contract/errors.ts'

interface GroupFormProps {
  kind: Kind
  project: string
  /** the group to edit; creates one if left out */
  group?: Group
  onDone: (group: Group) => unknown
  onClose: () => void
}

type Create = Pick<Model<'AffinityGroupCreate'>, 'name' | 'description' | 'policy'>
type Update = Pick<Create, 'name' | 'description'>

type OfKind = Omit<GroupFormProps, 'kind'>

export const AffinityForm = (props: OfKind) => <GroupForm kind={kinds.affinity} {...props} />
export const AntiAffinityForm = (props: OfKind) => <GroupForm kind={kinds['anti-affinity']} {...props} />

function GroupForm({ kind, project, group, onDone, onClose }: GroupFormProps) {
  const naming = { name: group?.name ?? '', description: group?.description ?? '' }
  const shared = {
    onClose,
    onSuccess(saved: Group) {
      seed(kind.view(project, saved.name), saved)
      const noun = capitalize(kind.title)
      if (group) toast({ content: `${noun} ${saved.name} updated`, undo: undoOf(kind, project, group, saved) })
      else toast(`${noun} ${saved.name} created`)
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
  if (!group) return <SideForm {...creating} operation={kind.operations.create} />
  const at = kind.at({ project, group: group.name })
  return <SideForm {...editing} operation={kind.operations.update} toParams={(body: Update) => ({ ...at, body })} />
}

const undoOf = (kind: Kind, project: string, before: Group, saved: Group) =>
  undoEdit({
    noun: capitalize(kind.title),
    before,
    saved,
    query: kind.view(project, saved.name),
    hasPage: true,
    restore: (body) => send(kind.operations.update, { ...kind.at({ project, group: saved.name }), body }),
  })

function PolicyField({ kind }: { kind: Kind }) {
  const options = [
    { value: 'allow', label: 'Allow', help: kind.policies.allow },
    { value: 'fail', label: 'Fail', help: kind.policies.fail },
  ] as const
  return <RadioField name="policy" label="Policy" help="If the rule can't be met:" options={options} />
}
