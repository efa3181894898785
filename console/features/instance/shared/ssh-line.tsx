// The SSH command of an instance, to copy.
import { CopyButton } from '../../../ui/display/copy.tsx'

/** Cannot be copied while it is only a pattern. */
export function SshLine({ text, whyNot }: { text: string; whyNot?: string | undefined }) {
  return (
    <div className="flex items-center gap-2 rounded-md border border-line bg-page px-3 py-1.5">
      <code className="min-w-0 grow font-mono text-xs wrap-anywhere">{text}</code>
      {!whyNot && <CopyButton text={text} label="Copy SSH command" />}
    </div>
  )
}
