// The toolbar for serial console output: search, copy, save, go to start or end, size of the text, full screen.
import {
  ArrowDownToLine,
  ArrowUpToLine,
  ChevronDown,
  ChevronUp,
  ClipboardCopy,
  ClipboardPaste,
  Download,
  Maximize,
  Minimize,
  ZoomIn,
  ZoomOut,
} from '@lucide/icons'
import { Icon, type IconData } from '../../ui/display/icon.tsx'
import { useState, useSyncExternalStore } from 'react'
import { Button } from '../../ui/input/button.tsx'
import { TextInput } from '../../ui/input/text-input.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { download } from '../../util/csv.ts'
import { changeTextSize } from './text-size.ts'
import type { ConsoleView } from './use-serial-console.ts'

interface SerialToolbarProps {
  view: ConsoleView
  /** the name of the saved file */
  name: string
  /** read-only output */
  isReadOnly?: boolean
}

export function SerialToolbar({ view, name, isReadOnly = false }: SerialToolbarProps) {
  const [text, setText] = useState('')
  const [missed, setMissed] = useState(false)
  const find = (direction: 'next' | 'previous') => setMissed(text !== '' && !view.handle?.find(text, direction))
  return (
    <div
      role="toolbar"
      aria-label="Terminal"
      className="ml-auto flex w-full flex-wrap items-center gap-0.5 sm:w-auto sm:flex-nowrap"
    >
      <output className="mr-1 text-xs text-muted">{missed ? 'Not found' : ''}</output>
      {/* on a row of its own on phones, where the buttons would leave it no room */}
      <div className="min-w-0 grow basis-64 sm:w-44 sm:grow-0 sm:basis-auto">
        <TextInput
          id="terminal-search"
          type="search"
          aria-label="Search scrollback"
          placeholder="Search"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setMissed(false)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') find(event.shiftKey ? 'previous' : 'next')
            if (event.key === 'Escape') view.handle?.focus()
          }}
        />
      </div>
      <Tool label="Previous match" icon={ChevronUp} onClick={() => find('previous')} />
      <Tool label="Next match" icon={ChevronDown} onClick={() => find('next')} />
      <Tool label="Copy selection" icon={ClipboardCopy} onClick={() => void view.copy()} />
      {!isReadOnly && <Tool label="Paste" icon={ClipboardPaste} onClick={() => void view.paste()} />}
      <Tool label="Download as text" icon={Download} onClick={() => void save(view, name)} />
      <Tool label="Scroll to top" icon={ArrowUpToLine} onClick={() => view.handle?.scrollTo('top')} />
      <Tool label="Scroll to bottom" icon={ArrowDownToLine} onClick={() => view.handle?.scrollTo('bottom')} />
      <Tool label="Smaller text" icon={ZoomOut} onClick={() => changeTextSize(-1)} />
      <Tool label="Larger text" icon={ZoomIn} onClick={() => changeTextSize(1)} />
      {document.fullscreenEnabled && <FullScreen />}
    </div>
  )
}

const whenFullScreenChanges = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

function FullScreen() {
  const isFull = useSyncExternalStore(whenFullScreenChanges, () => document.fullscreenElement !== null)
  const toggle = () => void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return isFull ? (
    <Tool label="Leave full screen" icon={Minimize} onClick={toggle} />
  ) : (
    <Tool label="Full screen" icon={Maximize} onClick={toggle} />
  )
}

async function save(view: ConsoleView, name: string): Promise<void> {
  download(`${name}-serial-console.txt`, await view.text(), 'text/plain')
}

interface ToolProps {
  label: string
  icon: IconData
  onClick: () => void
}

function Tool({ label, icon, onClick }: ToolProps) {
  return (
    <Tooltip content={label}>
      <Button variant="ghost" size="icon" aria-label={label} onClick={onClick}>
        <Icon icon={icon} />
      </Button>
    </Tooltip>
  )
}
