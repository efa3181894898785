// A link to the serial console. The terminal needs a looser content security policy for styles, and a policy comes with the document,
// so this is a full page load. The preview has no policy, and a page load would end its worker, so it uses a normal link. Who may only look
// reads why not; the output of earlier runs is theirs to read.
import { isPreview } from '../host.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass, type ButtonSize, type ButtonVariant } from '../ui/input/button.tsx'
import { useWhyNot } from '../use-why-not.ts'
import { Link } from './link.tsx'

interface Target {
  project: string
  instance: string
}

export function openSerialConsole(target: Target, navigate: (path: string) => unknown): unknown {
  const path = paths.serialConsole(target)
  return isPreview ? navigate(path) : location.assign(path)
}

interface LinkProps extends Target {
  /** an earlier run, whose output is kept; left out, the live console */
  run?: number
  variant?: ButtonVariant
  size?: ButtonSize
  children: string
}

export function SerialConsoleLink({ variant, size, run, children, ...target }: LinkProps) {
  const whyNot = useWhyNot('serial_stream', target)
  if (run === undefined && whyNot)
    return (
      <Button variant={variant} size={size} disabledReason={whyNot}>
        {children}
      </Button>
    )
  const path = `${paths.serialConsole(target)}${run === undefined ? '' : `?run=${run}`}`
  return isPreview ? (
    <Link to={path} className={buttonClass(variant, size)}>
      {children}
    </Link>
  ) : (
    <a href={path} className={buttonClass(variant, size)}>
      {children}
    </a>
  )
}
