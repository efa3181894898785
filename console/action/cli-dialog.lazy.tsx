// A command for the command line, shown on several lines and copied as one.
import { CopyButton } from '../ui/display/copy.tsx'
import { Button } from '../ui/input/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'

interface CliDialogProps {
  /** the first is the command, each further one an option */
  parts: readonly [command: string, ...options: string[]]
  onClose: () => void
}

export function CliDialog({ parts, onClose }: CliDialogProps) {
  return (
    <Dialog title="CLI command" width="medium" onDismiss={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <div className="flex items-start gap-2 rounded-md border border-line bg-raised p-3">
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
          tabIndex={0}
          className="min-w-0 grow overflow-x-auto font-mono text-xs"
        >
          {parts.map((part, index) => (index === 0 ? part : `    ${part}`)).join(' \\\n')}
        </pre>
        <CopyButton text={parts.join(' ')} label="Copy command" />
      </div>
    </Dialog>
  )
}
