// One line over every page for users who must set up a second factor soon. It can be closed, and is back after the next reload.
import { X } from '@lucide/icons'
import { TextLink } from '../frame/link.tsx'
import { paths } from '../paths.ts'
import { Icon } from '../ui/display/icon.tsx'
import { dateTimeText } from '../util/time-text.ts'

interface SecondFactorBannerProps {
  silo: string
  due: Date
  onClose: () => void
}

export function SecondFactorBanner({ silo, due, onClose }: SecondFactorBannerProps) {
  return (
    <aside
      aria-label="Second factor"
      className="flex min-h-8 shrink-0 items-center gap-x-2 border-b border-notice-line bg-notice-soft px-3 py-1 text-xs print:hidden"
    >
      <p className="grow text-center">
        Silo {silo} requires a second factor from {dateTimeText(due)}. You have none.{' '}
        <TextLink to={paths.secondFactor()}>Set one up</TextLink>
      </p>
      <button type="button" aria-label="Close" className="cursor-pointer rounded p-1" onClick={onClose}>
        <Icon icon={X} className="size-3.5" />
      </button>
    </aside>
  )
}
