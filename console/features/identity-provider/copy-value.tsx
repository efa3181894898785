// A value to enter elsewhere, with a copy button.
import { CopyButton } from '../../ui/display/copy.tsx'

export function CopyValue({ label, text, placeholder }: { label: string; text: string; placeholder?: string }) {
  return (
    <dl className="min-w-0">
      <dt className="mb-1 text-xs font-medium">{label}</dt>
      <dd className="flex min-h-8 items-center gap-2 rounded-md border border-line bg-raised px-3 py-1 text-sm">
        {text ? (
          <>
            <span className="min-w-0 grow font-mono text-xs wrap-anywhere">{text}</span>
            <CopyButton text={text} label={`Copy ${label}`} />
          </>
        ) : (
          <span className="text-muted">{placeholder}</span>
        )}
      </dd>
    </dl>
  )
}
