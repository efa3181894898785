// A skeleton of the page while its code and data load.
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { host, isPreview } from '../host.ts'
import { shapeOf, type Part } from '../route.ts'
import { Skeleton, SkeletonRows } from '../ui/display/skeleton.tsx'
import { pathHere } from '../util/base.ts'
import { dateText, timeText } from '../util/time-text.ts'

/** The content of the frame until the first page has loaded. */
export function PaneSkeleton() {
  useEffect(prepareFormats, [])
  return (
    <div aria-busy="true">
      {isPreview ? <PreviewProgress /> : <output className="sr-only">Loading</output>}
      <ContentSkeleton />
    </div>
  )
}

const WATCH_NOTHING = () => () => undefined

/** A first visit downloads a database and starts a control plane, so it says what takes the time. */
function PreviewProgress() {
  const { preview } = host
  const text = useSyncExternalStore(preview?.watchProgress ?? WATCH_NOTHING, () => preview?.progress() ?? 'Loading')
  return (
    <output className="fixed inset-x-0 bottom-8 z-10 mx-auto w-fit rounded-md border border-line bg-float px-3 py-1.5 text-sm text-muted shadow-float">
      {text}…
    </output>
  )
}

/** Creating a formatter takes milliseconds, and the browser is idle until the page's data arrives. */
function prepareFormats(): void {
  const now = new Date()
  dateText(now)
  timeText(now)
  now.getTime().toLocaleString()
}

export function ContentSkeleton() {
  const shape = shapeOf(pathHere())
  return (
    <div data-shape={shape.join(' ')}>
      <div className="mb-5 flex h-8 items-center">
        <Skeleton className="h-6 w-40" />
      </div>
      {shape.map((part) => (
        <div key={part}>{parts[part]}</div>
      ))}
    </div>
  )
}

const box = (look: string) => <div className={`rounded-md border border-line bg-raised ${look}`} />
const line = (look: string) => <Skeleton className={`block max-w-full ${look}`} />
const several = (count: number, look: string) =>
  Array.from({ length: count }, (_, at) => <div key={at}>{box(look)}</div>)
const field = (height: string) => (
  <div className="mb-6 max-w-2xl">
    {line('mb-1 h-4 w-24')}
    {line(`w-full ${height}`)}
  </div>
)

/** As tall as what they stand for, with the space below it, so that nothing moves when the page arrives. */
const parts: Record<Part, ReactNode> = {
  card: box('mb-5 h-32'),
  charts: (
    <>
      {line('mb-5 h-8 w-56')}
      <div className="grid gap-4 xl:grid-cols-2">{several(2, 'h-92')}</div>
    </>
  ),
  explorer: (
    <div className="grid gap-4 lg:grid-cols-[18rem_1fr]">
      <SkeletonRows rows={12} columns={1} />
      {box('h-36')}
    </div>
  ),
  faceplates: <div className="mb-5 grid gap-4 xl:grid-cols-2">{several(2, 'h-24')}</div>,
  facts2: box('mb-5 h-19.5'),
  facts3: box('mb-5 h-27.5'),
  facts4: box('mb-5 h-35.5'),
  fields: ['h-8', 'h-14', 'h-24', 'h-8'].map((height, at) => <div key={at}>{field(height)}</div>),
  filter: line('mb-[9px] h-8 w-56'),
  filters: line('mb-3 h-13 w-240'),
  heading: line('mt-1.5 mb-4.5 h-5 w-40'),
  map: box('h-160'),
  meters: <div className="mb-5 grid gap-4 lg:grid-cols-3">{several(3, 'h-26.5')}</div>,
  rack: box('mb-6 h-172'),
  racks: box('mb-5 h-28 w-116 max-w-full'),
  rows: <SkeletonRows rows={8} columns={3} />,
  strip: box('mb-5 h-68 lg:h-35.5'),
  tabs: line('mb-4 h-9 w-96'),
  text: line('mb-4 h-4 w-72'),
}
