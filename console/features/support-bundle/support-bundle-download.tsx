// The download of a bundle, with progress. It resumes after a lost connection.
import { Download } from '@lucide/icons'
import { useEffect, useRef, useState } from 'react'
import { host, isPreview } from '../../host.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Progress } from '../../ui/page/progress.tsx'
import { Button, buttonClass } from '../../ui/input/button.tsx'
import { downloadBlob } from '../../util/csv.ts'
import { bytesText } from '../../util/format.ts'
import { downloadRest, nothingReceived, type Received } from './resumable-download.ts'
import { zipUrl } from './support-bundle-contents.ts'

type Phase = { name: 'idle' | 'running' | 'done' } | { name: 'broken'; reason: string }

const percentOf = ({ bytes, total }: Received) => (total ? (bytes / total) * 100 : undefined)

function useDownload(id: string) {
  const received = useRef(nothingReceived())
  const running = useRef<AbortController>(null)
  const [phase, setPhase] = useState<Phase>({ name: 'idle' })
  const [shown, setShown] = useState<Received>(nothingReceived)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    const { signal } = (running.current = new AbortController())
    setPhase({ name: 'running' })
    try {
      const blob = await downloadRest({
        fetch: host.fetch,
        url: zipUrl(id),
        received: received.current,
        onProgress: (now) => setShown({ ...now }),
        signal,
      })
      received.current = nothingReceived()
      downloadBlob(`support-bundle-${id}.zip`, blob)
      setPhase({ name: 'done' })
    } catch (error) {
      if (!signal.aborted) setPhase({ name: 'broken', reason: error instanceof Error ? error.message : String(error) })
    }
  }
  const cancel = () => {
    running.current?.abort()
    received.current = nothingReceived()
    setPhase({ name: 'idle' })
  }
  return { phase, shown, start: () => void start(), cancel }
}

export function BundleDownload({ id }: { id: string }) {
  const { phase, shown, start, cancel } = useDownload(id)
  const amount = `${bytesText(shown.bytes)}${shown.total ? ` of ${bytesText(shown.total)}` : ''}`
  return (
    <section aria-label="Download" className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        {phase.name === 'running' ? (
          <Button onClick={cancel}>Cancel download</Button>
        ) : (
          <Button variant="primary" onClick={start}>
            <Icon icon={Download} />
            {phase.name === 'broken' ? 'Resume download' : 'Download bundle'}
          </Button>
        )}
        {!isPreview && (
          <a href={zipUrl(id)} download className={buttonClass('ghost')}>
            Direct link
          </a>
        )}
        <output className="text-sm text-muted">
          {phase.name === 'running' && `Downloading, ${amount}`}
          {phase.name === 'done' && 'Downloaded.'}
        </output>
      </div>
      {phase.name === 'running' && <Progress label="Download" value={percentOf(shown)} />}
      {phase.name === 'broken' && (
        <Message tone="notice" title="The download stopped" alert>
          {phase.reason} {amount} arrived and is kept until you leave this page.
        </Message>
      )}
    </section>
  )
}
