// A warning for users whose address is not on the allow list. Separate, because the list itself needs no address parser.
import { Message } from '../../ui/display/message.tsx'
import { admits } from './allow-list-rules.ts'

export function NotListed({ address, networks }: { address: string; networks: readonly string[] }) {
  if (admits(networks, address)) return null
  return (
    <Message tone="notice" title="Your address is not on the list">
      You are connected because the system always accepts requests from its own machine. Add {address} before you change
      the list.
    </Message>
  )
}
