// Shown at the new route URL of the system router, which accepts no new routes.
import { Message } from '../../ui/display/message.tsx'
import { SideModal } from '../../ui/overlay/dialog.tsx'

export function SystemRouterNotice({ onClose }: { onClose: () => void }) {
  return (
    <SideModal title="Create route" onDismiss={onClose}>
      <Message tone="notice">Routes cannot be added to the system router. Create a custom router instead.</Message>
    </SideModal>
  )
}
