// A link that looks like a button and opens a form, or a disabled button that says why it cannot be opened.
import { LinkButton } from './link.tsx'
import { Button } from '../ui/input/button.tsx'

export function FormLink({ label, to, whyNot }: { label: string; to: string; whyNot: string | undefined }) {
  if (whyNot) return <Button disabledReason={whyNot}>{label}</Button>
  return <LinkButton to={to}>{label}</LinkButton>
}
