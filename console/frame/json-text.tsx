// A value as JSON, to read and copy.
import { snakify } from '#contract/camel.ts'
import { CopyButton } from '../ui/display/copy.tsx'

export function JsonText({ label, value }: { label: string; value: unknown }) {
  const text = JSON.stringify(snakify(value), null, 2)
  return (
    <div className="relative">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="max-h-[40rem] overflow-auto rounded-md border border-line bg-raised p-3 font-mono text-xs whitespace-pre"
      >
        {text}
      </pre>
      <span className="absolute top-1.5 right-1.5">
        <CopyButton text={text} label={`Copy ${label}`} />
      </span>
    </div>
  )
}
