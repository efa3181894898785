// The device is logged in; nothing is left to do here.
import { CircleCheck } from '@lucide/icons'
import { NarrowLayout } from '../../ui/page/narrow-layout.tsx'
import { Icon } from '../../ui/display/icon.tsx'

export default function DeviceSuccessPage() {
  return (
    <NarrowLayout>
      <Icon icon={CircleCheck} className="mx-auto mb-3 size-8 text-success" />
      <h1 className="text-xl font-semibold">Device logged in</h1>
      <p className="mt-1 text-muted">You can close this window</p>
    </NarrowLayout>
  )
}
