// A CLI command, shown on several lines and copied as one.
import { SquareTerminal } from '@lucide/icons'
import { Icon } from '../ui/display/icon.tsx'
import { useState } from 'react'
import { Button } from '../ui/input/button.tsx'
import { CopyButton } from '../ui/display/copy.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'

interface CliCommandProps {
  /** the first is the command, each further one an option */
  parts: readonly [command: string, ...options: string[]]
}

export function CliCommand({ parts }: CliCommandProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon icon={SquareTerminal} />
        CLI command
      </Button>
      {open && (
        <Dialog
          title="CLI command"
          width="medium"
          onDismiss={() => setOpen(false)}
          footer={<Button onClick={() => setOpen(false)}>Close</Button>}
        >
          <div className="flex items-start gap-2 rounded-md border border-line bg-raised p-3">
            <pre
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
              tabIndex={0}
              className="min-w-0 grow overflow-x-auto font-mono text-xs"
            >
              {parts.map((part, index) => (index === 0 ? part : `    ${part}`)).join(' \\\n')}
            </pre>
            <CopyButton text={parts.join(' ')} label="Copy command" />
          </div>
        </Dialog>
      )}
    </>
  )
}

const PROGRAM = 'rackwright'

export const serialConsoleCommand = (project: string, instance: string) =>
  [`${PROGRAM} instance serial console`, `--project ${project}`, `--instance ${instance}`] as const
