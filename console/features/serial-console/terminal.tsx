// The terminal itself, on xterm.js. Load it through serial-console.tsx only: it is heavy, and only that page's policy allows it.
import '@xterm/xterm/css/xterm.css'
import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { Terminal as Xterm, type ITheme } from '@xterm/xterm'
import { useEffect, useRef } from 'react'
import { currentTheme, useTheme, type Theme } from '../../theme/theme.ts'
import { useStore } from '../../util/use-store.ts'
import { textSize } from './text-size.ts'

export interface TerminalHandle {
  write: (bytes: Uint8Array) => void
  /** writes a line of our own between the machine's output */
  note: (text: string) => void
  clear: () => void
  find: (text: string, direction: 'next' | 'previous') => boolean
  selection: () => string
  paste: (text: string) => void
  focus: () => void
  scrollTo: (end: 'top' | 'bottom') => void
  /** resolves when everything written so far is on screen */
  settled: () => Promise<void>
}

export interface TerminalProps {
  onReady: (handle: TerminalHandle) => void
  onKeys: (bytes: Uint8Array<ArrayBuffer>) => void
  onCopy: () => void
  onPaste: () => void
  onFind: () => void
  /** moves the focus out of the terminal, which captures the Tab key */
  onLeave: () => void
}

const SCROLLBACK = 5000
const encoder = new TextEncoder()

export function Terminal(props: TerminalProps) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const xterm = useRef<Xterm>(null)
  const refit = useRef<() => void>(undefined)
  const theme = useTheme()
  const size = useStore(textSize)

  useEffect(() => {
    if (!box.current) return
    const terminal = new Xterm({
      fontFamily: "'JetBrains Mono Variable', ui-monospace, monospace",
      fontSize: textSize.get(),
      lineHeight: 1.2,
      scrollback: SCROLLBACK,
      screenReaderMode: true,
      minimumContrastRatio: 4.5,
      theme: themeOf(currentTheme()),
    })
    const fit = new FitAddon()
    const search = new SearchAddon()
    terminal.loadAddon(fit)
    terminal.loadAddon(search)
    terminal.open(box.current)
    terminal.textarea?.setAttribute('aria-label', 'Terminal input')
    terminal.attachCustomKeyEventHandler((event) => !isOurs(event, latest.current))
    terminal.onData((text) => latest.current.onKeys(encoder.encode(text)))
    terminal.onBinary((text) => latest.current.onKeys(Uint8Array.from(text, (char) => char.charCodeAt(0))))
    const observer = new ResizeObserver(() => fit.fit())
    observer.observe(box.current)
    // the cell size is measured once, so wait for the font to load
    void document.fonts.ready.then(() => xterm.current === terminal && fit.fit())
    xterm.current = terminal
    refit.current = () => fit.fit()
    latest.current.onReady(handleOf(terminal, search))
    return () => {
      observer.disconnect()
      xterm.current = null
      terminal.dispose()
    }
  }, [])

  useEffect(() => {
    if (xterm.current) xterm.current.options.theme = themeOf(theme)
  }, [theme])

  useEffect(() => {
    if (!xterm.current) return
    xterm.current.options.fontSize = size
    refit.current?.()
  }, [size])

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- keys belong to the machine, as the role says
    <div role="application" aria-label="Serial console" className="absolute inset-0 overflow-hidden p-2">
      {/* no padding, because the number of rows is computed from its height */}
      <div ref={box} className="size-full" />
    </div>
  )
}

function handleOf(terminal: Xterm, search: SearchAddon): TerminalHandle {
  return {
    write: (bytes) => terminal.write(bytes),
    note: (text) => terminal.write(`\r\n\x1b[2m--- ${text} ---\x1b[0m\r\n`),
    clear: () => terminal.reset(),
    find: (text, direction) => (direction === 'next' ? search.findNext(text) : search.findPrevious(text)),
    selection: () => terminal.getSelection(),
    paste: (text) => terminal.paste(text),
    focus: () => terminal.focus(),
    scrollTo: (end) => (end === 'top' ? terminal.scrollToTop() : terminal.scrollToBottom()),
    settled: () => new Promise((resolve) => terminal.write('', resolve)),
  }
}

/** Keys that are not sent to the machine. */
function isOurs(event: KeyboardEvent, { onCopy, onPaste, onFind, onLeave }: TerminalProps): boolean {
  const withShift = event.ctrlKey && event.shiftKey && !event.altKey
  const act =
    event.shiftKey && event.key === 'Escape' ? onLeave : withShift && { C: onCopy, V: onPaste, F: onFind }[event.key]
  if (!act) return false
  if (event.type === 'keydown') {
    event.preventDefault()
    act()
  }
  return true
}

/** The sixteen terminal colors, from the console's own scales. */
function themeOf(theme: Theme): ITheme {
  // the root's style is the theme's as soon as it carries its name
  const root = document.querySelector(`[data-theme=${theme}]`) ?? document.documentElement
  const style = getComputedStyle(root)
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const both = (name: 'Red' | 'Green' | 'Yellow' | 'Blue' | 'Magenta' | 'Cyan', scale: string) => ({
    [name.toLowerCase()]: color(`${scale}-11`),
    [`bright${name}`]: color(`${scale}-10`),
  })
  return {
    background: color('slate-1'),
    foreground: color('slate-12'),
    cursor: color('iris-9'),
    cursorAccent: color('slate-1'),
    selectionBackground: color('iris-6'),
    selectionInactiveBackground: color('slate-5'),
    black: color('slate-9'),
    brightBlack: color('slate-10'),
    white: color('slate-11'),
    brightWhite: color('slate-12'),
    ...both('Red', 'tomato'),
    ...both('Green', 'grass'),
    ...both('Yellow', 'amber'),
    ...both('Blue', 'iris'),
    ...both('Magenta', 'plum'),
    ...both('Cyan', 'sky'),
  }
}
