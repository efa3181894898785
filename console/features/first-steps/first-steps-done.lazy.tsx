// What comes after the first steps, until it is dismissed.
import { perform } from '../../action/action.tsx'
import { send } from '../../api.ts'
import { LinkButton } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/display/card.tsx'
import { Button } from '../../ui/input/button.tsx'

export function FirstStepsDone() {
  return (
    <div className="mb-6">
      <Card
        title="First steps"
        text="Done. Next: invite people, who get their own keys and projects here, and let alerts reach you."
        actions={
          <Button variant="ghost" onClick={() => void perform(dismissal)}>
            Dismiss
          </Button>
        }
      >
        <div className="flex flex-wrap gap-2">
          <LinkButton to={paths.users()} variant="primary">
            Invite people
          </LinkButton>
          <LinkButton to={paths.siloAccess()}>Give roles</LinkButton>
          <LinkButton to={paths.siloAlerts()}>Get alerts by e-mail</LinkButton>
          <LinkButton to={paths.guides()}>Read the guides</LinkButton>
        </div>
      </Card>
    </div>
  )
}

const dismissal = { label: 'Dismiss', run: () => send('first_steps_dismiss', {}) }
