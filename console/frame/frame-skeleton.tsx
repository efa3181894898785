// The shape of the first page while its code and data are on their way. Login and device pages have no frame to hint at.
import { Skeleton, SkeletonRows } from '../ui/display/skeleton.tsx'

export function FrameSkeleton() {
  if (/^\/(login|device)(\/|$)/.test(location.pathname)) return null
  return (
    <div aria-busy="true" className="flex h-dvh flex-col">
      <output className="sr-only">Loading</output>
      <div className="flex h-12 shrink-0 items-center gap-4 border-b border-line bg-raised px-4">
        <Skeleton className="size-5" />
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
  return (
    <>
      <Skeleton className="mb-6 h-6 w-40" />
      <SkeletonRows rows={8} columns={3} />
    </>
  )
}
