// A short guided tour of the preview: a card that explains a page and leads to the next one. It leaves the page usable.
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/input/button.tsx'

const project = 'storefront'

const stops = [
  {
    to: paths.projects(),
    title: 'A silo and its projects',
    text: 'You are signed in as an administrator of silo recovery. The strip shows how things are; each project below has its own machines and networks.',
  },
  {
    to: paths.instances({ project }),
    title: 'Instances',
    text: 'Virtual machines. Select one to see its disks, network and metrics, or stop it: the state changes while you watch.',
  },
  {
    to: paths.serialConsole({ project, instance: 'web-1' }),
    title: 'A serial console',
    text: 'This machine is simulated, but its console is live. Click into it and type.',
  },
  {
    to: paths.network({ project }),
    title: 'The network',
    text: 'Point at an instance to see where its traffic can go. The check below says why something is blocked, and fixes it.',
  },
  {
    to: paths.sleds(),
    title: 'The rack',
    text: 'What operators see: every sled with its load. Choose View as at the top to see the console as someone with less access.',
  },
]

export function PreviewTour({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [at, setAt] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const stop = stops[at]!
  const isLast = at === stops.length - 1
  useEffect(() => {
    void navigate(stop.to)
    heading.current?.focus()
  }, [navigate, stop.to])
  return (
    <section
      aria-label="Guided tour"
      className="fixed right-4 bottom-4 z-30 w-80 max-w-[calc(100vw-2rem)] rounded-md border border-line bg-float p-4 text-sm shadow-float"
    >
      <p className="text-xs text-muted tabular-nums">
        {at + 1} of {stops.length}
      </p>
      <h2 ref={heading} tabIndex={-1} className="mt-0.5 text-base font-medium outline-none">
        {stop.title}
      </h2>
      <p className="mt-1 text-muted">{stop.text}</p>
      <div className="mt-3 flex justify-end gap-2">
        {!isLast && (
          <Button size="sm" variant="ghost" onClick={onClose}>
            End tour
          </Button>
        )}
        {at > 0 && (
          <Button size="sm" onClick={() => setAt(at - 1)}>
            Back
          </Button>
        )}
        <Button size="sm" variant="primary" onClick={() => (isLast ? onClose() : setAt(at + 1))}>
          {isLast ? 'Finish' : 'Next'}
        </Button>
      </div>
    </section>
  )
}
