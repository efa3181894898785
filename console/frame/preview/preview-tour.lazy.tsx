// A short guided tour of the preview: a card beside the thing that it explains, which leads to the next one. It leaves the page usable.
import { Popover } from '@base-ui/react/popover'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/input/button.tsx'

const project = 'storefront'

/** Each points at the first thing that matches, which is small: the card must not cover it. */
const stops = [
  {
    to: paths.projects(),
    points: 'main tbody tr',
    title: 'A silo and its projects',
    text: 'You are signed in as an administrator of silo recovery. Each of its projects has its own machines and networks.',
  },
  {
    to: paths.instances({ project }),
    points: 'main tbody tr',
    title: 'Instances',
    text: 'Virtual machines. Select one to see its disks, network and metrics, or stop it: the state changes while you watch.',
  },
  {
    to: paths.instanceConnect({ project, instance: 'web-1' }),
    points: 'main a[href*="/serial-console"]',
    title: 'A serial console',
    text: 'This machine is simulated, but its console is live. Connect, and type.',
  },
  {
    to: paths.network({ project }),
    // phones have a list instead of the diagram
    points:
      '[aria-label="Diagram"] a[href*="/instances/"], main:not(:has([aria-label="Diagram"])) a[href*="/instances/"]',
    title: 'The network',
    text: 'Point at an instance to see where its traffic can go. The check below says why something is blocked, and fixes it.',
  },
  {
    to: paths.sleds(),
    points: 'main a[href*="/sleds/"]',
    title: 'The rack',
    text: 'What operators see: every sled with its load. Choose View as at the top to see the console as someone with less access.',
  },
]

/** theme.css draws a frame around it. */
const MARK = 'data-pointed-at'

/** The first visible match, also after the page has loaded or drawn it anew. It is marked and scrolled to. */
function useTarget(selector: string): HTMLElement | null {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const find = () =>
      setTarget([...document.querySelectorAll<HTMLElement>(selector)].find((found) => found.checkVisibility()) ?? null)
    const changes = new MutationObserver(find)
    changes.observe(document.body, { childList: true, subtree: true })
    find()
    return () => changes.disconnect()
  }, [selector])
  useEffect(() => {
    if (!target) return
    target.scrollIntoView({ block: 'center' })
    target.setAttribute(MARK, '')
    return () => target.removeAttribute(MARK)
  }, [target])
  return target
}

export function PreviewTour({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [at, setAt] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const stop = stops[at]!
  const isLast = at === stops.length - 1
  const target = useTarget(stop.points)
  useEffect(() => {
    void navigate(stop.to)
    heading.current?.focus()
  }, [navigate, stop.to])
  return (
    // a press elsewhere uses the page
    <Popover.Root open onOpenChange={(_, { reason }) => reason === 'escape-key' && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={target}
          sideOffset={10}
          collisionPadding={8}
          collisionAvoidance={{ side: 'flip', align: 'shift', fallbackAxisSide: 'end' }}
          className={target ? 'z-30' : 'fixed! top-auto! right-4 bottom-4 left-auto! z-30 transform-none!'}
        >
          <Popover.Popup
            aria-label="Guided tour"
            initialFocus={heading}
            className="w-80 max-w-[calc(100vw-2rem)] rounded-md border border-line bg-float p-4 text-sm text-body shadow-float outline-none"
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
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
