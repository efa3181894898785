// Notices that another user has signed in in another tab. The tabs share the session, so this one would act for the new user while
// it shows the old one.
import { saveDrafts } from '../drafts.ts'
import { keep } from '../util/keep.ts'

const NAME = 'user'

export function watchUser(userId: string): () => void {
  keep(NAME, userId)
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== `rackwright-${NAME}` || !newValue || newValue === userId) return
    saveDrafts()
    location.reload()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
