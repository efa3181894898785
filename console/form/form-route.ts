// A form that opens over its page, as a route: it gets the parameters of its path and the data it reads as props, and leads back to
// its page. Free of React, like all routes.
import type { ComponentType } from 'react'
import type { NonIndexRouteObject } from 'react-router'
import type { OperationId } from '#contract/operations.ts'
import type { Query } from '../api.ts'
import type { ParamOf } from '../paths.ts'
import { page, type Load, type Text } from '../route.ts'
import type { FormEnds, FormPlace } from './form-ends.ts'

type InPath<Path extends string> = Record<ParamOf<Path>, string>
/** What is saved, as the form hands it to `onDone`. */
type Saved<Props> = Props extends { onDone: (saved: infer Data) => unknown } ? Data : unknown
/** The props that do not come from the path. A parameter stands for the data of the same name, unless the form wants its text. */
type Reads<Props, Path extends string> = {
  [Name in keyof Props as Name extends ParamOf<Path> | keyof FormEnds ? never : Name]: Query<Props[Name]>
} & {
  [Name in keyof Props & ParamOf<Path> as string extends Props[Name] ? never : Name]-?: Query<NonNullable<Props[Name]>>
}

type PropsOf<Form> = Form extends ComponentType<infer Props> ? Props : never

type FormRoute<Path extends string, Module, Name extends keyof Module, Props = PropsOf<Module[Name]>> = {
  path: Path
  /** what the form sends; left out for forms that only show something */
  operation?: OperationId
  /** the window title: a form adds no crumb */
  crumb: Text
  code: () => Promise<Module>
  /** the form in that file; a name, because `(await import()).Name` costs the entry three of them */
  form: Name
  /** anything else that is loaded before the form shows */
  load?: Load
  /** where a save leads; without it, as Cancel does, to the page of the last crumb */
  next?: (saved: Saved<Props>, params: InPath<Path>) => string
} & (Record<never, never> extends Reads<Props, Path>
  ? { reads?: (params: InPath<Path>) => Reads<Props, Path> }
  : /** loaded before the form shows, and given to it under these names */
    { reads: (params: InPath<Path>) => Reads<Props, Path> })

export function formRoute<Path extends string, Module, Name extends keyof Module>(
  options: FormRoute<Path, Module, Name>,
): NonIndexRouteObject {
  const { path, operation, crumb, code, form, load } = options
  // the types of a form hold between its own parts only
  const place = options as unknown as FormPlace
  const { reads } = place
  return page({
    path,
    ...(operation && { operation }),
    crumb: { text: crumb, titleOnly: true },
    ...((reads || load) && {
      load: (params, search) => [
        ...Object.values(reads?.(params as Record<string, string>) ?? {}),
        ...(load?.(params, search) ?? []),
      ],
    }),
    async code() {
      const [loaded, { formPage }] = await Promise.all([code(), import('./form-page.lazy.tsx')])
      return { default: formPage(loaded[form] as ComponentType<FormEnds>, place) }
    },
  })
}
