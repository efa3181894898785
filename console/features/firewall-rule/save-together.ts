// Edits that arrive together, as from a bulk action, become one write. They are collected before the code that saves them is
// loaded: each import() ends at a time of its own, so later they would no longer be together.
import type { RuleSet } from './firewall-rule-queries.ts'
import type { Edit } from './save-rules.lazy.ts'

interface At {
  project: string
  vpc: string
  /** the version the user has seen */
  base: RuleSet
}

const waiting = new Map<string, { edits: Edit[]; saved: Promise<void> }>()

export function saveTogether(at: At, edit: Edit): Promise<void> {
  const key = `${at.project}/${at.vpc}`
  const batch = waiting.get(key)
  if (batch) {
    batch.edits.push(edit)
    return batch.saved
  }
  const edits = [edit]
  const save = async () => {
    // the rest of a batch comes in the same task
    await Promise.resolve()
    waiting.delete(key)
    const { saveEdits } = await import('./save-rules.lazy.ts')
    await saveEdits(at, edits)
  }
  const saved = save()
  waiting.set(key, { edits, saved })
  return saved
}
