// What one person may do in a project, and why: the question that a list of roles leaves open.
import { CircleCheck, CircleMinus } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { useState } from 'react'
import { atLeast, projectNeeds } from '#contract/role-rules.ts'
import { SideModal } from '../../ui/overlay/dialog.tsx'
import { Combobox } from '../../ui/input/combobox.tsx'
import { Field } from '../../ui/input/field.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import type { Identity } from './policy.ts'
import { siloRoleOf, type Access } from './project-roles.ts'
import { EffectiveRole, RoleSources } from './role-sources.tsx'

interface AccessCheckProps {
  project: string
  people: readonly Identity[]
  accessOf: (identity: Identity) => Access
  /** asked about first */
  start?: string
  onClose: () => void
}

interface Ability {
  text: string
  may: (access: Access) => boolean
  /** what would let them */
  needs: string
}

const abilities: Ability[] = [
  {
    text: 'See the project and everything in it',
    may: ({ effective }) => atLeast(effective, projectNeeds.list_children),
    needs: 'needs the viewer role',
  },
  {
    text: 'Create, change and delete what is in it: instances, disks, networks',
    may: ({ effective }) => atLeast(effective, projectNeeds.create_child),
    needs: 'needs the collaborator role',
  },
  {
    text: 'Rename and delete the project, and decide who has access',
    may: ({ effective }) => atLeast(effective, projectNeeds.modify),
    needs: 'needs the admin role',
  },
  {
    text: "Make disks from the silo's images",
    may: (access) => atLeast(access.effective, projectNeeds.create_child) && atLeast(siloRoleOf(access), 'viewer'),
    needs: 'needs the collaborator role here and the viewer role on the silo',
  },
  {
    text: 'Share images of the project with the silo',
    may: (access) => atLeast(siloRoleOf(access), 'collaborator'),
    needs: 'needs the collaborator role on the silo',
  },
]

export function AccessCheck({ project, people, accessOf, start = '', onClose }: AccessCheckProps) {
  const [id, setId] = useState(start)
  const person = people.find((one) => one.id === id)
  const access = person && accessOf(person)
  return (
    <SideModal title="What may they do here?" subtitle={`Project ${project}`} onDismiss={onClose}>
      <div className="space-y-5">
        <Field label="Person" required>
          <Combobox
            items={people.map((one) => ({ value: one.id, label: one.name || one.id }))}
            value={id}
            onChange={setId}
            placeholder="Search or select"
          />
        </Field>
        {access && (
          <>
            <Properties
              items={[
                { name: 'Effective role', value: <EffectiveRole role={access.effective} /> },
                { name: 'Comes from', value: access.sources.length > 0 && <RoleSources sources={access.sources} /> },
              ]}
            />
            <Abilities access={access} />
          </>
        )}
      </div>
    </SideModal>
  )
}

function Abilities({ access }: { access: Access }) {
  return (
    <ul aria-label={`What ${access.name} may do`} className="space-y-2.5 text-sm">
      {abilities.map(({ text, may, needs }) => {
        const can = may(access)
        return (
          <li key={text} className="flex gap-2.5">
            <Icon
              icon={can ? CircleCheck : CircleMinus}
              className={can ? 'mt-0.5 size-4 shrink-0 text-success' : 'mt-0.5 size-4 shrink-0 text-muted'}
            />
            <span>
              <span className="sr-only">{can ? 'Yes: ' : 'No: '}</span>
              {text}
              {!can && <span className="block text-xs text-muted">{needs}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
