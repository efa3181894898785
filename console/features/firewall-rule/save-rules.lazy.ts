// Saves what the actions of the table change. Loaded with the first save; the form imports saveRules directly.
import { removeRule, setStatus, type Change } from './rule-changes.ts'
import { saveRules, type Save } from './save-rules.ts'

export interface Edit {
  /** of the rule */
  name: string
  to: 'enabled' | 'disabled' | 'deleted'
}

const changeOf = ({ name, to }: Edit): Change => (to === 'deleted' ? removeRule(name) : setStatus(name, to))

export const saveEdits = (at: Pick<Save, 'project' | 'vpc' | 'base'>, edits: readonly Edit[]) =>
  saveRules({ ...at, change: (rules) => edits.reduce((result, edit) => changeOf(edit)(result), [...rules]) })
