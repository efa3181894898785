// Shows what another user changed since the rules were read, and the ways to resolve it.
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/input/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { Conflict, Resolution } from './conflict.ts'
import type { Difference } from './rule-differences.ts'

interface DialogProps {
  conflict: Conflict
  onAnswer: (resolution: Resolution) => void
  onClose: () => void
}

export function ConflictDialog({ conflict: { vpc, theirs }, onAnswer, onClose }: DialogProps) {
  return (
    <Dialog
      title="Firewall rules have changed"
      width="free"
      onDismiss={onClose}
      footer={
        <>
          <Button variant="danger" onClick={() => onAnswer('discard')}>
            Discard my change
          </Button>
          <Button variant="primary" onClick={() => onAnswer('merge')}>
            Keep both and save
          </Button>
        </>
      }
    >
      <div className="space-y-3 text-sm">
        <p>
          Someone else changed the rules of VPC <strong className="font-medium">{vpc}</strong>. Save your change on top
          of theirs, or discard it.
        </p>
        {theirs.length > 0 ? (
          <ul aria-label="Their changes" className="divide-y divide-line rounded-md border border-line">
            {theirs.map((one) => (
              <Row key={one.name} {...one} />
            ))}
          </ul>
        ) : (
          <p className="text-muted">Someone else saved identical rules.</p>
        )}
      </div>
    </Dialog>
  )
}

function Row({ name, kind, fields }: Difference) {
  return (
    <li className="space-y-1 px-3 py-2">
      <span className="flex items-center gap-2 font-medium">
        {name} <Badge>{kind}</Badge>
      </span>
      {fields.map(({ field, before, after }) => (
        <span key={field} className="block text-xs text-muted wrap-anywhere">
          {field}: <del>{before || 'none'}</del> → <ins className="text-body no-underline">{after || 'none'}</ins>
        </span>
      ))}
    </li>
  )
}
