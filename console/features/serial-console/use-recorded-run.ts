// The output of an earlier run in its own terminal: it can be read, searched and saved like live output, but not typed into.
import { useEffect, useMemo, useState } from 'react'
import type { Data } from '#contract/client.ts'
import { useLoad } from '../../use-api.ts'
import { Transcript } from '../../util/transcript.ts'
import { consoleRunView } from './console-run-queries.ts'
import type { TerminalHandle, TerminalProps } from './terminal.tsx'
import { viewOf } from './use-serial-console.ts'

export type ConsoleRun = Data<'console_run_list'>['items'][number]

interface Target {
  project: string
  name: string
  /** undefined while none is shown */
  generation: number | undefined
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))

export function useRecordedRun({ project, name, generation }: Target) {
  const [handle, setHandle] = useState<TerminalHandle>()
  const [transcript] = useState(() => new Transcript())
  const enabled = generation !== undefined
  const { data, isError } = useLoad(consoleRunView(project, name, generation ?? 0), { enabled })
  // until the selected run has loaded, the data is that of the previous one
  const run = data?.generation === generation ? data : undefined
  useEffect(() => {
    if (!handle || !run) return
    const bytes = bytesOf(run.data)
    transcript.clear()
    transcript.add(bytes)
    handle.clear()
    handle.write(bytes)
  }, [handle, run, transcript])
  const view = useMemo(() => viewOf(handle, transcript), [handle, transcript])
  const props: TerminalProps = {
    onReady: setHandle,
    onKeys: () => undefined,
    onCopy: () => void view.copy(),
    onPaste: () => undefined,
    onFind: () => document.getElementById('terminal-search')?.focus(),
    onLeave: () => document.getElementById('leave-terminal')?.focus(),
  }
  return { view, props, isError }
}
