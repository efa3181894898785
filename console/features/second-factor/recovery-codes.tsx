// New recovery codes, which are shown once.
import { CopyButton } from '../../ui/display/copy.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Button } from '../../ui/input/button.tsx'

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => unknown }) {
  return (
    <div className="space-y-4">
      <Message tone="notice" title="Save these recovery codes now">
        Each signs you in once if you lose your device. They are shown only once.
      </Message>
      <section
        aria-label="New recovery codes"
        className="flex items-start gap-2 rounded-md border border-line px-3 py-2"
      >
        <ul className="grid grow gap-x-6 gap-y-1 font-mono text-xs sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={codes.join('\n')} label="Copy recovery codes" />
      </section>
      <Button variant="primary" onClick={() => void onDone()}>
        I have saved the codes
      </Button>
    </div>
  )
}
