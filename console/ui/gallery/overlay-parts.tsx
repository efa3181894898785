// Overlays: modals, confirm, toasts, popover.
import { Info } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import { useState } from 'react'
import { Button } from '../input/button.tsx'
import { Combobox } from '../input/combobox.tsx'
import { confirm } from '../overlay/confirm.tsx'
import { Dialog, SideModal } from '../overlay/dialog.tsx'
import { Field } from '../input/field.tsx'
import { MenuButton } from '../overlay/menu.tsx'
import { PopoverButton } from '../overlay/popover.tsx'
import { TextInput } from '../input/text-input.tsx'
import { toast } from '../overlay/toast.ts'
import { sampleItems } from './action-parts.tsx'
import { Specimen, Specimens } from './specimen.tsx'

const fails = async () => {
  await new Promise((resolve) => setTimeout(resolve, 400))
  throw new Error('disk web-1 is attached to db1; detach it first')
}
const hosts = ['db1', 'web-1', 'web-2'].map((value) => ({ value, label: value }))

const ask = () =>
  confirm({
    title: 'Confirm delete disk',
    content: (
      <p>
        Delete <strong>web-1</strong>? Its data is lost; its snapshots are kept.
      </p>
    ),
    tone: 'danger',
    actionLabel: 'Delete disk',
    errorTitle: 'The disk could not be deleted',
    run: fails,
  })

export function OverlayParts() {
  const [shown, setShown] = useState<'narrow' | 'medium' | 'free' | 'side'>()
  const [host, setHost] = useState('')
  const close = () => setShown(undefined)
  const footer = (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button variant="primary" onClick={close}>
        Create disk
      </Button>
    </>
  )
  return (
    <Specimens title="Overlays">
      <Specimen name="Modals">
        {(['narrow', 'medium', 'free', 'side'] as const).map((kind) => (
          <Button key={kind} onClick={() => setShown(kind)}>
            Open {kind}
          </Button>
        ))}
        <Button variant="danger" onClick={ask}>
          Delete…
        </Button>
        <PopoverButton label="Links to docs" trigger={<Icon icon={Info} />}>
          <h4 className="font-medium">Learn about disks</h4>
          <p className="mt-1 text-muted">A disk keeps its data when its instance is gone.</p>
        </PopoverButton>
      </Specimen>
      <Specimen name="Toasts">
        <Button onClick={() => toast({ content: 'Disk data-1 created', link: { label: 'View disk', to: '/disks' } })}>
          Success
        </Button>
        <Button onClick={() => toast({ tone: 'error', content: 'The name is taken' })}>Error</Button>
        <Button onClick={() => toast({ tone: 'info', content: 'Stays until dismissed', timeout: null })}>Info</Button>
      </Specimen>
      {shown && shown !== 'side' && (
        <Dialog title={`A ${shown} dialog`} width={shown} onDismiss={close} footer={footer}>
          <p className="text-sm">What it asks, in a sentence or two.</p>
        </Dialog>
      )}
      {shown === 'side' && (
        <SideModal
          title="Create disk"
          animate
          onDismiss={close}
          footer={footer}
          footerNote={<Button onClick={ask}>Ask</Button>}
        >
          <div className="space-y-5">
            <Field label="Disk name" required>
              <TextInput />
            </Field>
            <Field label="Attach to">
              <Combobox items={hosts} value={host} onChange={setHost} />
            </Field>
            <MenuButton label="Disk actions" items={sampleItems} />
            {Array.from({ length: 12 }, (_, index) => (
              <Field key={index} label={`More ${index + 1}`}>
                <TextInput />
              </Field>
            ))}
          </div>
        </SideModal>
      )}
    </Specimens>
  )
}
