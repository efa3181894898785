// The button over a tab's table that opens a form, or says why it cannot.
import { LinkButton } from '../../frame/link.tsx'
import { Button } from '../../ui/input/button.tsx'

export function AddLink({ label, to, whyNot }: { label: string; to: string; whyNot: string | undefined }) {
  if (whyNot) return <Button disabledReason={whyNot}>{label}</Button>
  return <LinkButton to={to}>{label}</LinkButton>
}
