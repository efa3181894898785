// A form that the user may not send: it says why, and its fields are there to read only.
import type { ReactNode } from 'react'
import { Message } from '../ui/display/message.tsx'

export function Refused({ why, children }: { why: string | undefined; children: ReactNode }) {
  if (!why) return children
  return (
    <div className="space-y-4">
      <Message tone="notice">{why}</Message>
      <fieldset disabled className="min-w-0">
        {children}
      </fieldset>
    </div>
  )
}
