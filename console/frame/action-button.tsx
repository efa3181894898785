// An action as a button: a link if it opens a page, and disabled with the reason if it is not available.
import { perform, whyNotOf, type Action } from '../action/action.tsx'
import { Button, type ButtonSize, type ButtonVariant } from '../ui/input/button.tsx'
import { useRoles } from '../use-why-not.ts'
import { LinkButton } from './link.tsx'

interface ActionButtonProps {
  action: Action
  variant?: ButtonVariant
  size?: ButtonSize
}

export function ActionButton({ action, variant, size }: ActionButtonProps) {
  const { label, to } = action
  useRoles()
  const whyNot = whyNotOf(action)
  if (to && !whyNot)
    return (
      <LinkButton to={to} variant={variant} size={size}>
        {label}
      </LinkButton>
    )
  return (
    <Button variant={variant} size={size} disabledReason={whyNot} onClick={() => void perform(action)}>
      {label}
    </Button>
  )
}
