// The component of a form's route.
import type { ComponentType } from 'react'
import { useMatches, useNavigate, useParams } from 'react-router'
import { crumbsOf } from '../frame/crumbs.ts'
import { useData } from '../use-api.ts'
import type { FormEnds, FormPlace } from './form-ends.ts'

export const formPage = (Form: ComponentType<FormEnds>, { reads, next }: FormPlace) =>
  function FormPage() {
    const navigate = useNavigate()
    const params = useParams() as Record<string, string>
    const data: Record<string, unknown> = {}
    for (const [name, wanted] of Object.entries(reads?.(params) ?? {})) {
      // oxlint-disable-next-line react-hooks/rules-of-hooks -- a form reads the same queries each time it renders
      data[name] = useData(wanted)
    }
    const page = crumbsOf(useMatches()).findLast(({ to }) => to)?.to ?? ''
    const back = () => navigate(page)
    return (
      <Form {...params} {...data} onDone={(saved) => (next ? navigate(next(saved, params)) : back())} onClose={back} />
    )
  }
