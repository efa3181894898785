// The banner of the technical preview, where visitors can switch users and start over. Only the preview loads it.
import { useEffect, useState } from 'react'
import { host, type Person } from '../../host.ts'
import { Button } from '../../ui/input/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { MenuButton } from '../../ui/overlay/menu.tsx'
import { base } from '../../util/base.ts'
import { lazyPopup } from '../../ui/display/lazy.tsx'

const PreviewTour = lazyPopup(async () => (await import('./preview-tour.lazy.tsx')).PreviewTour)

export function PreviewBanner() {
  const [open, setOpen] = useState(false)
  const [isTouring, setTouring] = useState(false)
  return (
    <aside
      aria-label="Technical preview"
      className="flex min-h-8 shrink-0 flex-wrap items-center justify-center gap-x-2 border-b border-accent-line bg-accent-soft px-3 py-px text-xs text-body"
    >
      <span>Technical preview: the whole cloud runs in this browser.</span>
      <button type="button" className="font-medium text-accent underline" onClick={() => setOpen(true)}>
        Learn more
      </button>
      <TourOffer onStart={() => setTouring(true)} />
      <PeopleMenu />
      {isTouring && <PreviewTour onClose={() => setTouring(false)} />}
      <Dialog
        open={open}
        title="About this preview"
        onDismiss={() => setOpen(false)}
        footer={<Button onClick={() => setOpen(false)}>Close</Button>}
      >
        <About />
      </Dialog>
    </aside>
  )
}

const SEEN = 'rackwright-tour-seen'

/** A question on the first visit, and a link from then on. */
function TourOffer({ onStart }: { onStart: () => void }) {
  const [isNew, setNew] = useState(() => localStorage.getItem(SEEN) === null)
  const answer = () => {
    localStorage.setItem(SEEN, 'true')
    setNew(false)
  }
  const start = () => {
    answer()
    onStart()
  }
  if (!isNew)
    return (
      <button type="button" className="font-medium text-accent underline" onClick={start}>
        Take the tour
      </button>
    )
  return (
    <span className="flex items-center gap-2">
      New here?
      <Button size="sm" variant="primary" onClick={start}>
        Take the tour
      </Button>
      <Button size="sm" variant="ghost" onClick={answer}>
        Not now
      </Button>
    </span>
  )
}

/** Reloads, because everything loaded belongs to another user. */
const startAgain = () => location.assign(base)

const become = (person: Person) => void host.preview?.become(person).then(startAgain)

function PeopleMenu() {
  const [people, setPeople] = useState<Person[]>([])
  useEffect(() => void host.preview?.people().then(setPeople), [])
  return (
    <MenuButton
      label="View as"
      heading="View as"
      size="sm"
      items={people.map((person) => ({
        label: `${person.user} (${person.silo}): ${person.title}`,
        onSelect: () => become(person),
      }))}
    >
      View as
    </MenuButton>
  )
}

const Code = ({ children }: { children: string }) => <code className="font-mono text-body">{children}</code>

function About() {
  const [isResetting, setResetting] = useState(false)
  const reset = async () => {
    setResetting(true)
    await host.preview?.reset().then(startAgain, () => setResetting(false))
  }
  return (
    <div className="space-y-3 text-sm text-muted">
      <p>
        This is the real console and the real control plane. They run in a browser worker, with a SQLite database and
        simulated machines.
      </p>
      <p>
        Nothing leaves this browser. Your changes are kept in it, and all its tabs share them, until you reset the demo.
        After the first visit the preview also works offline.
      </p>
      <p>
        Use <b className="font-medium text-body">View as</b> to see what people with other roles see. To sign in after
        signing out, use silo <Code>recovery</Code>, user <Code>admin</Code>, password <Code>preview</Code>. Other
        people have the password <Code>demo</Code>.
      </p>
      <p>
        To try the API, open the developer tools and call <Code>rackwright.fetch('/v1/projects')</Code>. To see how the
        console handles failures, add <Code>?chaos=20</Code> to the address: 20 percent of the requests fail.
      </p>
      <p>
        <Button variant="danger" pending={isResetting} onClick={() => void reset()}>
          Reset demo
        </Button>{' '}
        deletes your changes and starts over.
      </p>
    </div>
  )
}
