// How to restore a backup of the installation: on a host, with a command.
import type { Model } from '#contract/client.ts'
import { CopyButton } from '../../ui/display/copy.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Button } from '../../ui/input/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

interface Props {
  backup: Model<'InstallationBackup'>
  isDirectory: boolean
  onClose: () => void
}

export function RestoreCommand({ backup: { backupId, targetName, leftOut }, isDirectory, onClose }: Props) {
  const root = isDirectory ? ' --backup-root DIR' : ''
  const file = `${targetName}.json`
  const command = `npm run restore -- ${file} --backup ${backupId} --data ./restored${root}`
  return (
    <Dialog
      title="How to restore"
      width="free"
      onDismiss={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="space-y-4 text-sm">
        {leftOut.length > 0 && (
          <Message tone="notice" title="This backup is incomplete">
            {leftOut.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </Message>
        )}
        <p>
          On the new host, put the secret key into an empty directory <code>restored</code>, and the recovery file{' '}
          <code>{file}</code> beside it. Then run:
        </p>
        <section
          aria-label="Command"
          className="flex items-center gap-2 rounded-md border border-line bg-raised px-3 py-2"
        >
          <code className="grow font-mono text-xs break-all">{command}</code>
          <CopyButton text={command} label="Copy command" />
        </section>
        {isDirectory && <p className="text-muted">DIR is where the directory for backups is on that host.</p>}
        <p className="text-muted">
          With --list instead of --backup, the command lists all backups. Without either, it takes the newest complete
          one.
        </p>
      </div>
    </Dialog>
  )
}
