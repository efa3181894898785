// The frame around a suggested change.
import type { ReactNode } from 'react'
import { Message } from '../../ui/display/message.tsx'

export const FixMessage = ({ action, children }: { action?: ReactNode; children: ReactNode }) => (
  <Message title="How to allow it" action={action}>
    {children}
  </Message>
)
