// The progress of an upload, step by step, with cancel and retry. Closing the dialog leaves the upload to the tray.
import { Check, Circle, CircleX } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { useEffect, type ReactNode } from 'react'
import { cleanedText, cleaningText } from '../../upload/clean-up-text.ts'
import { askToCancel, INTERRUPTED } from '../../upload/start-upload.ts'
import type { StepStatus, Upload, UploadState } from '../../upload/upload.ts'
import { Button } from '../../ui/input/button.tsx'
import { cx } from '../../ui/display/cx.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Progress } from '../../ui/page/progress.tsx'
import { Spinner } from '../../ui/display/spinner.tsx'
import { durationText } from '../../util/duration.ts'
import { bytesText } from '../../util/format.ts'
import { truncate } from '../../util/text.ts'
import { useStore } from '../../util/use-store.ts'

interface UploadDialogProps {
  upload: Upload
  /** the name of the file, or the URL */
  title: string
  /** leaves the form while the upload continues */
  onHide: () => void
  /** returns to the form, which keeps its values */
  onBack: () => void
  onAgain: () => void
  onDone: () => void
}

const isUnderWay = ({ phase }: UploadState) => phase === 'running' || phase === 'cleaning'

export function UploadDialog({ upload, title, onHide, onBack, onAgain, onDone }: UploadDialogProps) {
  const state = useStore(upload.state)
  const { phase } = state
  useEffect(() => {
    if (phase === 'cancelled' && state.left.length === 0) onBack()
  }, [phase, state.left, onBack])

  const isRunning = isUnderWay(state)
  const leave = isRunning ? onHide : phase === 'done' ? onDone : onBack
  return (
    <Dialog
      title="Image upload progress"
      width="medium"
      onDismiss={leave}
      footer={
        isRunning ? (
          <>
            <Button onClick={() => askToCancel(upload)} disabledReason={state.whyNotCancel}>
              Cancel
            </Button>
            <Button variant="primary" onClick={onHide}>
              Continue in background
            </Button>
          </>
        ) : phase === 'failed' && state.steps.createImage !== 'complete' ? (
          <>
            <Button onClick={onBack}>Back</Button>
            <Button variant="primary" onClick={onAgain}>
              {state.canContinue ? 'Continue' : 'Try again'}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={leave}>
            Done
          </Button>
        )
      }
    >
      <ol className="space-y-1">
        {state.stepList.map(({ id, label }) => (
          <Step key={id} label={label} status={state.steps[id] ?? 'ready'}>
            {id === 'upload' && state.steps.upload !== 'ready' && <Figures title={title} state={state} />}
            {id === 'makeImage' && state.steps.makeImage === 'running' && state.percentMade !== undefined && (
              <Progress label="Progress of the image" value={state.percentMade} />
            )}
          </Step>
        ))}
        <Step label="Image uploaded successfully" status={phase === 'done' ? 'complete' : 'ready'} />
      </ol>
      <Outcome state={state} />
    </Dialog>
  )
}

const icons: Record<StepStatus, ReactNode> = {
  ready: <Icon icon={Circle} className="text-muted" aria-hidden />,
  running: <Spinner size="sm" label="" />,
  complete: <Icon icon={Check} className="text-success" aria-hidden />,
  error: <Icon icon={CircleX} className="text-danger" aria-hidden />,
}
const words: Record<StepStatus, string> = {
  ready: 'not started',
  running: 'in progress',
  complete: 'complete',
  error: 'failed',
}

function Step({ label, status, children }: { label: string; status: StepStatus; children?: ReactNode }) {
  return (
    <li aria-current={status === 'running' ? 'step' : undefined} className="flex gap-2.5 py-1 text-sm [&_svg]:size-4">
      <span className="flex h-5 w-4 shrink-0 items-center justify-center">{icons[status]}</span>
      <div className="min-w-0 grow">
        <span className={cx(status === 'ready' && 'text-muted', status === 'error' && 'text-danger')}>
          {label}
          <span className="sr-only">: {words[status]}</span>
        </span>
        {children}
      </div>
    </li>
  )
}

function Figures({ title, state }: { title: string; state: UploadState }) {
  const { done, total, rate, secondsLeft, steps: statuses } = state
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100)
  const isRunning = statuses.upload === 'running'
  return (
    <div className="mt-2 space-y-2 rounded-md border border-line bg-raised p-3 text-xs tabular-nums">
      <div className="flex justify-between gap-4">
        <span className="min-w-0 truncate font-mono" title={title}>
          {truncate(title, 28, 'middle')}
        </span>
        <span className="whitespace-nowrap text-muted">
          {bytesText(done)} / {bytesText(total)}
        </span>
      </div>
      <Progress label="Upload progress" value={percent} />
      <div className="flex justify-between gap-4 text-muted">
        <output>{isRunning && (state.isInterrupted ? INTERRUPTED : rate > 0 && `${bytesText(rate)}/s`)}</output>
        <span>
          {isRunning &&
            !state.isInterrupted &&
            secondsLeft !== undefined &&
            done < total &&
            `${durationText(secondsLeft)} left, `}
          {percent}%
        </span>
      </div>
    </div>
  )
}

function Outcome({ state }: { state: UploadState }) {
  const { phase, problem, left } = state
  const cleaned = phase === 'failed' && left.length === 0 ? cleanedText(state) : undefined
  return (
    <div className="mt-3 space-y-2">
      {problem && (
        <Message tone="danger" alert title={state.canContinue ? 'Upload interrupted' : 'Upload failed'}>
          {problem}
        </Message>
      )}
      {phase === 'cleaning' && (
        <output className="flex items-center gap-2 text-sm text-muted">
          <Spinner size="sm" label="" />
          {cleaningText(state)}
        </output>
      )}
      {cleaned && <p className="text-sm text-muted">{cleaned}</p>}
      {left.length > 0 && (
        <Message tone="notice" alert title="Cleanup incomplete">
          Could not delete {left.join(', ')}. Delete manually.
        </Message>
      )}
    </div>
  )
}
