// A secret that the server has just made and does not keep: the only chance to copy it.
import type { ReactNode } from 'react'
import { CopyButton } from '../display/copy.tsx'
import { Message } from '../display/message.tsx'
import { Button } from '../input/button.tsx'
import { Dialog } from './dialog.tsx'

interface ShownOnceProps {
  title: string
  subtitle: string
  /** what it is called: 'Access token' */
  label: string
  secret: string
  /** what to do with it */
  text?: ReactNode
  /** a line for a shell that tries it */
  command?: string | undefined
  onClose: () => void
}

export function ShownOnce({ title, subtitle, label, secret, text, command, onClose }: ShownOnceProps) {
  const name = label.toLowerCase()
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      width="free"
      onDismiss={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="space-y-4">
        <Message tone="notice" title={`Copy the ${name.split(' ').at(-1)} now`}>
          It is shown only once. {text}
        </Message>
        <Copied label={label} text={secret} />
        {command && (
          <div className="space-y-1.5">
            <p className="text-sm text-muted">Try it:</p>
            <Copied label="Command" text={command} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Copied({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label} className="flex items-center gap-2 rounded-md border border-line bg-raised px-3 py-2">
      <code className="grow font-mono text-xs break-all">{text}</code>
      <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
    </section>
  )
}
