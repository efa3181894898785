// What can be done to a firewall rule.
import { copyIdAction, deletion, type Action } from '../../action/action.tsx'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/overlay/toast.ts'
import type { Rule, RuleSet } from './firewall-rule-queries.ts'
import type { Edit } from './save-rules.lazy.ts'
import { saveTogether } from './save-together.ts'

interface At {
  project: string
  vpc: string
}

export function ruleActions(at: At, base: RuleSet, { id, name, status }: Rule): Action[] {
  const save = async (to: Edit['to']) => {
    await saveTogether({ ...at, base }, { name, to })
    toast(`Firewall rule ${name} ${to}`)
  }
  const isOn = status === 'enabled'
  return [
    copyIdAction(id),
    { label: 'Edit', icon: 'edit', to: paths.firewallRuleEdit({ ...at, rule: name }) },
    { label: 'Clone', icon: 'clone', to: paths.firewallRuleClone({ ...at, rule: name }) },
    isOn
      ? { label: 'Disable', icon: 'disable', bulk: true, run: () => save('disabled') }
      : { label: 'Enable', icon: 'enable', bulk: true, run: () => save('enabled') },
    {
      ...deletion({
        kind: 'firewall rule',
        name,
        consequence: 'The remaining rules will apply to its traffic.',
      }),
      run: () => save('deleted'),
    },
  ]
}
