// Keeps a form's unsent input across a forced sign-in: saves it when the session expires, restores it when the form reopens.
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { queryClient } from '../cache.ts'
import { onLeave } from '../drafts.ts'
import { currentUser } from '../me-queries.ts'
import { toast } from '../ui/overlay/toast.ts'
import { storeDraft, takeDraft } from './draft-storage.ts'

const userId = () => queryClient.getQueryData<{ id: string }>(currentUser().key)?.id

export function useDraft<Values extends FieldValues>(form: UseFormReturn<Values>, id: string): void {
  const { pathname } = useLocation()
  const name = `${pathname} ${id}`
  const { isDirty } = form.formState
  const { getValues, setValue } = form
  useEffect(
    () =>
      onLeave(() => {
        const user = userId()
        if (isDirty && user) storeDraft(name, user, getValues())
      }),
    [isDirty, name, getValues],
  )
  useEffect(() => {
    const draft = takeDraft(name, userId() ?? '')
    if (!draft) return
    for (const [field, value] of Object.entries(draft.values)) {
      if (!(field in getValues())) continue
      setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
    const missing = draft.isPartial ? ' Choose files and enter secrets again.' : ''
    toast({ tone: 'info', content: `Your unsent input was restored.${missing}` })
  }, [name, getValues, setValue])
}
