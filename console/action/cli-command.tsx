// A CLI command, shown on several lines and copied as one.
import { SquareTerminal } from '@lucide/icons'
import { Icon } from '../ui/display/icon.tsx'
import { useState } from 'react'
import { Button } from '../ui/input/button.tsx'
import { lazyPopup } from '../ui/display/lazy.tsx'

const CliDialog = lazyPopup(async () => (await import('./cli-dialog.lazy.tsx')).CliDialog)

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
      {open && <CliDialog parts={parts} onClose={() => setOpen(false)} />}
    </>
  )
}

const PROGRAM = 'rackwright'

export const serialConsoleCommand = (project: string, instance: string) =>
  [`${PROGRAM} instance serial console`, `--project ${project}`, `--instance ${instance}`] as const
