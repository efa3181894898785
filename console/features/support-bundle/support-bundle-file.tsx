// One file of a support bundle, as text.
import { Download } from '@lucide/icons'
import { useParams } from 'react-router'
import { perform } from '../../action/action.tsx'
import { host } from '../../host.ts'
import { CopyButton } from '../../ui/display/copy.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Bytes } from '../../ui/display/numbers.tsx'
import { Button } from '../../ui/input/button.tsx'
import { useData } from '../../use-api.ts'
import { downloadBlob } from '../../util/csv.ts'
import { bytesText } from '../../util/format.ts'
import { fileUrl, MAX_SHOWN_BYTES, supportBundleFile } from './support-bundle-queries.ts'

export default function SupportBundleFilePage() {
  const { bundle = '', file = '' } = useParams()
  const { text, size, isCut } = useData(supportBundleFile(bundle, file))
  const save = async () => {
    const response = await host.fetch(fileUrl(bundle, file))
    if (!response.ok) throw new Error(`The server answered ${response.status}.`)
    downloadBlob(file.replaceAll('/', '-'), await response.blob())
  }
  return (
    <section aria-label={file} className="space-y-2">
      <header className="flex flex-wrap items-center gap-2">
        <h3 className="font-mono text-xs font-medium wrap-anywhere">{file}</h3>
        <span className="text-xs text-muted">
          <Bytes value={size} />
        </span>
        <span className="ml-auto flex items-center gap-2">
          <CopyButton text={text} label="Copy text" />
          <Button size="sm" onClick={() => void perform({ label: 'Download file', run: save })}>
            <Icon icon={Download} />
            Download file
          </Button>
        </span>
      </header>
      {isCut && <Message>Showing the first {bytesText(MAX_SHOWN_BYTES)}. Download the file to read the rest.</Message>}
      {text === '' ? (
        <p className="text-sm text-muted">The file is empty.</p>
      ) : (
        // focusable, so that the keyboard can scroll it
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={`Contents of ${file}`}
          className="max-h-[32rem] overflow-auto rounded-md border border-line bg-page p-3 font-mono text-xs"
        >
          {text}
        </pre>
      )}
    </section>
  )
}
