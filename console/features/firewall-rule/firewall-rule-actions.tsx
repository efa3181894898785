// What can be done to a firewall rule.
import { copyIdAction, type Action } from '../../action/action.tsx'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/overlay/toast.ts'
import type { Rule, RuleSet } from './firewall-rule-queries.ts'
import { removeRule, setStatus, type Change } from './rule-changes.ts'
import { saveTogether } from './save-rules.ts'

interface At {
  project: string
  vpc: string
}

export function ruleActions(at: At, base: RuleSet, { id, name, status }: Rule): Action[] {
  const save = async (change: Change, done: string) => {
    await saveTogether({ ...at, base, change })
    toast(`Firewall rule ${name} ${done}`)
  }
  const isOn = status === 'enabled'
  return [
    copyIdAction(id),
    { label: 'Edit', icon: 'edit', to: paths.firewallRuleEdit({ ...at, rule: name }) },
    { label: 'Clone', icon: 'clone', to: paths.firewallRuleClone({ ...at, rule: name }) },
    isOn
      ? { label: 'Disable', icon: 'disable', bulk: true, run: () => save(setStatus(name, 'disabled'), 'disabled') }
      : { label: 'Enable', icon: 'enable', bulk: true, run: () => save(setStatus(name, 'enabled'), 'enabled') },
    {
      label: 'Delete',
      icon: 'delete',
      danger: true,
      bulk: true,
      ask: {
        title: 'Delete firewall rule',
        content: (
          <>
            Delete <strong>{name}</strong>?
          </>
        ),
        consequence: 'The remaining rules will apply to its traffic.',
        actionLabel: 'Delete firewall rule',
        errorTitle: `Could not delete firewall rule ${name}`,
      },
      run: () => save(removeRule(name), 'deleted'),
    },
  ]
}
