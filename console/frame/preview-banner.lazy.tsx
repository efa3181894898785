// Says that this is the technical preview. Only the preview loads it.
import { useState } from 'react'
import { Button } from '../ui/input/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'

export function PreviewBanner() {
  const [open, setOpen] = useState(false)
  return (
    <aside
      aria-label="Technical preview"
      className="flex min-h-8 shrink-0 flex-wrap items-center justify-center gap-x-2 border-b border-accent-line bg-accent-soft px-3 py-1 text-xs text-body"
    >
      <span>Technical preview: the whole cloud runs in this browser tab.</span>
      <button type="button" className="font-medium text-accent underline" onClick={() => setOpen(true)}>
        Learn more
      </button>
      <Dialog
        open={open}
        title="About this preview"
        onDismiss={() => setOpen(false)}
        footer={<Button onClick={() => setOpen(false)}>Close</Button>}
      >
        <div className="space-y-3 text-sm text-muted">
          <p>
            This is the real console and the real control plane, running in a browser worker with an in-memory database
            and simulated machines.
          </p>
          <p>Nothing leaves this browser. The demo data starts over when the last tab is closed or reloaded.</p>
          <p>
            To sign in again after signing out, use silo <code className="font-mono text-body">recovery</code>, user{' '}
            <code className="font-mono text-body">admin</code>, password{' '}
            <code className="font-mono text-body">preview</code>.
          </p>
          <p>
            To try the API, open the developer tools and call{' '}
            <code className="font-mono text-body">rackwright.fetch('/v1/projects')</code>.
          </p>
        </div>
      </Dialog>
    </aside>
  )
}
