// Saves what the actions of the table change. Loaded with the first save; the form imports saveRules directly.
import { toast } from '../../ui/overlay/toast.ts'
import { hasOldName, removeRule, setStatus, type Change } from './rule-changes.ts'
import { saveRules, type Save } from './save-rules.ts'

export interface Edit {
  /** of the rule */
  name: string
  to: 'enabled' | 'disabled' | 'deleted'
}

const changeOf = ({ name, to }: Edit): Change => (to === 'deleted' ? removeRule(name) : setStatus(name, to))

export async function saveEdits(at: Pick<Save, 'project' | 'vpc' | 'base'>, edits: readonly Edit[]): Promise<void> {
  await saveRules({ ...at, change: (rules) => edits.reduce((result, edit) => changeOf(edit)(result), [...rules]) })
  // corrected with the rest, because the API would have refused the set; it changes what the rules match
  if (at.base.rules.some((rule) => hasOldName(rule, at.vpc)))
    toast({ tone: 'info', content: `Rules that named this VPC by its old name now name ${at.vpc}.` })
}
