// A skeleton of the page while its code and data load. Login and device pages have no frame.
import type { ReactNode } from 'react'
import { shapeOf, type Shape } from '../route.ts'
import { Mark } from '../ui/display/mark.tsx'
import { Skeleton, SkeletonRows } from '../ui/display/skeleton.tsx'
import { pathHere } from '../util/base.ts'

export function FrameSkeleton() {
  if (/^\/(login|device)(\/|$)/.test(pathHere())) return null
  return (
    <div aria-busy="true" className="flex h-dvh flex-col">
      <output className="sr-only">Loading</output>
      <div className="flex h-12 shrink-0 items-center gap-4 border-b border-line bg-raised px-4">
        <Mark size={22} />
        <Skeleton className="h-3 w-28" />
        <Skeleton className="ml-auto h-3 w-36" />
      </div>
      <div className="flex min-h-0 grow">
        <div className="hidden w-56 shrink-0 flex-col gap-4 border-r border-line bg-raised p-5 min-[900px]:flex">
          {['w-24', 'w-16', 'w-28', 'w-20', 'w-24'].map((width, row) => (
            <Skeleton key={row} className={`h-3 ${width}`} />
          ))}
        </div>
        <div className="mx-auto w-full max-w-[96rem] px-4 py-5 min-[900px]:px-8 min-[900px]:py-6">
          <ContentSkeleton />
        </div>
      </div>
    </div>
  )
}

export function ContentSkeleton() {
  const shape = shapeOf(location.pathname)
  return (
    <div data-shape={shape}>
      <Skeleton className="mb-6 h-6 w-40" />
      {shapes[shape]}
    </div>
  )
}

const boxes = (count: number, look: string) =>
  Array.from({ length: count }, (_, box) => (
    <div key={box} className={`rounded-md border border-line bg-raised ${look}`} />
  ))

const shapes: Record<Shape, ReactNode> = {
  list: (
    <>
      <Skeleton className="mb-3 h-8 w-56" />
      <SkeletonRows rows={8} columns={3} />
    </>
  ),
  detail: (
    <>
      {boxes(1, 'mb-5 h-36')}
      <Skeleton className="mb-4 h-5 w-80 max-w-full" />
      <SkeletonRows rows={3} columns={3} />
    </>
  ),
  form: (
    <div className="max-w-2xl space-y-6">
      {['h-8', 'h-14', 'h-24', 'h-8'].map((height, field) => (
        <div key={field}>
          <Skeleton className="mb-2 h-3 w-24" />
          <Skeleton className={`block w-full ${height}`} />
        </div>
      ))}
    </div>
  ),
  charts: (
    <div className="space-y-6">
      <div className="grid gap-4 lg:grid-cols-3">{boxes(3, 'h-28')}</div>
      <div className="grid gap-4 xl:grid-cols-2">{boxes(2, 'h-72')}</div>
    </div>
  ),
}
