// What can be done to a firewall rule, and to several at once: saving replaces the whole set, so a bulk action is one write.
import { capitalize } from '#contract/errors.ts'
import { copyIdAction, deletion, type Action } from '../../action/action.tsx'
import { paths } from '../../paths.ts'
import { toast, type Undo } from '../../ui/overlay/toast.ts'
import type { Rule, RuleSet } from './firewall-rule-queries.ts'
import { hasOldName, removeRules, setStatus, type Change } from './rule-changes.ts'
import { saveRules, undoRules, type Saved } from './save-rules.ts'

interface At {
  project: string
  vpc: string
}

export function ruleActions(at: At, base: RuleSet, { id, name, status }: Rule): Action[] {
  const saving = (changeOf: (names: readonly string[]) => Change) => {
    let undo: Undo | undefined
    const runAll = async (names: readonly string[]) => {
      const restored = names.length === 1 ? `Firewall rule ${name} restored` : 'Firewall rules restored'
      undo = undoRules(at, await save(at, base, changeOf(names)), restored)
    }
    return { sends: 'vpc_firewall_rules_update' as const, run: () => runAll([name]), runAll, undo: () => undo }
  }
  const setsStatus = (to: Rule['status']) => ({
    ...saving((names) => setStatus(names, to)),
    done: `Firewall rule ${name} ${to}`,
    bulk: capitalize(to),
  })
  return [
    copyIdAction(id),
    { label: 'Edit', icon: 'edit', to: paths.firewallRuleEdit({ ...at, rule: name }) },
    { label: 'Clone', icon: 'clone', to: paths.firewallRuleClone({ ...at, rule: name }) },
    status === 'enabled'
      ? { label: 'Disable', icon: 'disable', ...setsStatus('disabled') }
      : { label: 'Enable', icon: 'enable', ...setsStatus('enabled') },
    {
      ...deletion({
        kind: 'firewall rule',
        name,
        consequence: 'The remaining rules will apply to its traffic.',
      }),
      ...saving(removeRules),
    },
  ]
}

async function save(at: At, base: RuleSet, change: Change): Promise<Saved> {
  const saved = await saveRules({ ...at, base, change })
  // corrected with the rest, because the API would have refused the set; it changes what the rules match
  if (base.rules.some((rule) => hasOldName(rule, at.vpc)))
    toast({ tone: 'info', content: `Rules that named this VPC by its old name now name ${at.vpc}.` })
  return saved
}
