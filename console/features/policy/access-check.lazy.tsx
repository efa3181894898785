// What one user can do in a project, and why.
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
  /** the user selected at first */
  start?: string
  onClose: () => void
}

interface Ability {
  text: string
  allows: (access: Access) => boolean
  /** what would allow it */
  needs: string
}

const abilities: Ability[] = [
  {
    text: 'View the project and everything in it',
    allows: ({ effective }) => atLeast(effective, projectNeeds.list_children),
    needs: 'Needs the viewer role',
  },
  {
    text: 'Create, change and delete instances, disks, networks and other resources',
    allows: ({ effective }) => atLeast(effective, projectNeeds.create_child),
    needs: 'Needs the collaborator role',
  },
  {
    text: 'Rename and delete the project, and manage access',
    allows: ({ effective }) => atLeast(effective, projectNeeds.modify),
    needs: 'Needs the admin role',
  },
  {
    text: 'Create disks from silo images',
    allows: (access) => atLeast(access.effective, projectNeeds.create_child) && atLeast(siloRoleOf(access), 'viewer'),
    needs: 'Needs the collaborator role here and the silo viewer role',
  },
  {
    text: 'Promote project images to the silo',
    allows: (access) => atLeast(siloRoleOf(access), 'collaborator'),
    needs: 'Needs the silo collaborator role',
  },
]

export function AccessCheck({ project, people, accessOf, start = '', onClose }: AccessCheckProps) {
  const [id, setId] = useState(start)
  const person = people.find((one) => one.id === id)
  const access = person && accessOf(person)
  return (
    <SideModal title="Check access" subtitle={`Project ${project}`} onDismiss={onClose}>
      <div className="space-y-5">
        <Field label="User" required>
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
                { name: 'Source', value: access.sources.length > 0 && <RoleSources sources={access.sources} /> },
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
    <ul aria-label={`Permissions of ${access.name}`} className="space-y-2.5 text-sm">
      {abilities.map(({ text, allows, needs }) => {
        const can = allows(access)
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
