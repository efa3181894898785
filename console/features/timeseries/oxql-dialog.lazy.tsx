// The query behind a chart, to read and to copy.
import { Check, Copy } from '@lucide/icons'
import { useEffect, useState } from 'react'
import { GuideLink } from '../../frame/guide-link.tsx'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { Button, ButtonLink } from '../../ui/input/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { copyText } from '../../util/clipboard.ts'
import { oxqlLines, oxqlText, type MetricQuery } from './oxql-queries.ts'
import { OxqlCode } from './oxql-code.tsx'

interface OxqlDialogProps {
  title: string
  query: MetricQuery
  project: string
  onClose: () => void
}

const COPIED_MS = 2000

export function OxqlDialog({ title, query, project, onClose }: OxqlDialogProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <Dialog
      title="OxQL query"
      subtitle={title}
      width="free"
      onDismiss={onClose}
      footer={
        <>
          <span className="mr-auto text-sm">
            <GuideLink guide="oxql">About OxQL</GuideLink>
          </span>
          <ButtonLink to={`${paths.projectMetrics({ project })}?${new URLSearchParams({ query: oxqlText(query) })}`}>
            Edit query
          </ButtonLink>
          <Button variant="primary" onClick={() => void copyText(oxqlText(query)).then(setCopied)}>
            <Icon icon={copied ? Check : Copy} />
            {copied ? 'Copied' : 'Copy query'}
          </Button>
        </>
      }
    >
      <OxqlCode text={oxqlLines(query)} />
    </Dialog>
  )
}
