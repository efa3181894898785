// Connects the line to the terminal while the page shows them: output, input and connection states.
import { useEffect, useMemo, useRef, useState } from 'react'
import { openLine, type Line, type LineState } from '#contract/serial-line.ts'
import { openSocket } from './serial-socket.ts'
import type { TerminalHandle, TerminalProps } from './terminal.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { copyText } from '../../util/clipboard.ts'
import { Transcript } from '../../util/transcript.ts'

export type Shown = LineState | { kind: 'nothing' }

interface Target {
  project: string
  name: string
  /** the machine can be reached */
  wanted: boolean
}

const HISTORY_BYTES = 262_144

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

export function useSerialConsole({ project, name, wanted }: Target) {
  const [handle, setHandle] = useState<TerminalHandle>()
  const [shown, setShown] = useState<Shown>({ kind: 'nothing' })
  const line = useRef<Line>(undefined)
  const runs = useRef(0)
  const hasRested = useRef(true)
  const [transcript] = useState(() => new Transcript())

  useEffect(() => {
    // an open line stays open while the machine goes down: its last output and the reason are still to come. A closed line waits until
    // the machine has been down, because the known state may be older than the close
    if (!wanted) hasRested.current = true
    const isOver = !line.current || shown.kind === 'error'
    if (!wanted || !handle || !isOver || !hasRested.current) return
    line.current?.close()
    hasRested.current = false
    // a restarted machine's output starts from the beginning
    if (runs.current === 0) handle.focus()
    else handle.note('the instance was started again')
    runs.current += 1
    const opened = openLine({
      open: openSocket(project, name),
      history: HISTORY_BYTES,
      onData(bytes) {
        transcript.add(bytes)
        handle.write(bytes)
      },
      onState(state) {
        setShown(state)
        if (state.kind === 'ended') line.current = undefined
      },
      onGap: (bytes) => handle.note(`${bytes.toLocaleString()} bytes of output were not kept by the host`),
      onAnew() {
        transcript.clear()
        handle.clear()
      },
      sleep,
      random: Math.random,
    })
    line.current = opened
  }, [wanted, handle, shown.kind, project, name, transcript])

  useEffect(
    () => () => {
      line.current?.close()
      line.current = undefined
      hasRested.current = true
    },
    [],
  )

  const view = useMemo(() => viewOf(handle, transcript), [handle, transcript])
  const props: TerminalProps = {
    onReady: setHandle,
    onKeys: (bytes) => line.current?.send(bytes),
    onCopy: () => void view.copy(),
    onPaste: () => void view.paste(),
    onFind: () => document.getElementById('terminal-search')?.focus(),
    onLeave: () => document.getElementById('leave-terminal')?.focus(),
  }
  return { shown, view: { ...view, props }, line: { retry: () => line.current?.retry() } }
}

export function viewOf(handle: TerminalHandle | undefined, transcript: Transcript) {
  return {
    handle,
    hasData: () => transcript.length > 0,
    async text() {
      const parts: string[] = []
      for (const part of transcript.texts()) {
        parts.push(part)
        await new Promise((resolve) => setTimeout(resolve))
      }
      return parts.join('')
    },
    async copy() {
      const text = handle?.selection() ?? ''
      if (text && (await copyText(text))) toast('Selection copied')
      else if (!text) toast({ tone: 'info', content: 'Select text in the terminal first' })
      handle?.focus()
    },
    async paste() {
      try {
        handle?.paste(await navigator.clipboard.readText())
      } catch {
        toast({
          tone: 'error',
          content: 'The browser blocked clipboard access. Press Ctrl+V in the terminal.',
        })
      }
      handle?.focus()
    },
  }
}

export type ConsoleView = ReturnType<typeof viewOf>
