// Serial console or screen, above each of them. Only where machines have a screen.
import { paths } from '../paths.ts'
import { usePlatform } from '../platform.ts'
import { buttonClass } from '../ui/input/button.tsx'
import { ActionButton } from './action-button.tsx'
import { SerialConsoleLink } from './serial-console-link.tsx'

interface ConsoleTabsProps {
  project: string
  instance: string
  current: 'serial' | 'screen'
}

export function ConsoleTabs({ current, ...at }: ConsoleTabsProps) {
  if (!usePlatform()?.hasScreens) return null
  return (
    <nav aria-label="Consoles" className="flex gap-1">
      {current === 'serial' ? (
        <Here text="Serial console" />
      ) : (
        <SerialConsoleLink {...at} variant="ghost" size="sm">
          Serial console
        </SerialConsoleLink>
      )}
      {current === 'screen' ? (
        <Here text="Screen" />
      ) : (
        <ActionButton
          action={{ label: 'Screen', to: paths.instanceScreen(at), sends: 'instance_screen' }}
          variant="ghost"
          size="sm"
        />
      )}
    </nav>
  )
}

const Here = ({ text }: { text: string }) => (
  <span aria-current="page" className={buttonClass('secondary', 'sm')}>
    {text}
  </span>
)
