// How simulated machines outlive the control plane: one text, one machine a line, written as a whole by the host.
import { DriverError } from './driver.ts'
import type { SimulatedMachine, StoredMachine } from './simulated-machine.ts'
import { type PastState, shiftPast } from './simulated-past.ts'

/** The server keeps a file, the preview keeps it in memory. A save replaces the text wholly or not at all. */
export interface Persistence {
  load(): Promise<string | undefined>
  save(text: string): Promise<void>
}

export interface Saver {
  /** Resolves once a save that began after this call is done: many callers at once share one write. */
  save(): Promise<void>
}

export function makeSaver(state: Persistence | undefined, text: () => string): Saver {
  let current: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  async function start() {
    await current.catch(() => undefined)
    next = undefined
    current = state?.save(text()) ?? Promise.resolve()
    await current
  }

  return {
    async save() {
      next ??= start()
      try {
        await next
      } catch (error) {
        throw new DriverError('host', `the simulated machines could not be recorded: ${String(error)}`)
      }
    },
  }
}

export function encode(machine: SimulatedMachine): string {
  const { console, ...stored } = machine.store()
  return JSON.stringify({ ...stored, console: { ...console, head: text(console.head), tail: text(console.tail) } })
}

/** How the line begins that tells when machines ran. It comes first. */
const PAST = '{"past":'

export const encodePast = (past: PastState): string => JSON.stringify({ past })

export function decodePast(lines: string): PastState | undefined {
  const [first = ''] = lines.split('\n', 1)
  return first.startsWith(PAST) ? (JSON.parse(first) as { past: PastState }).past : undefined
}

export function decode(lines: string): StoredMachine[] {
  try {
    return lines
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(PAST))
      .map((line) => {
        const stored = JSON.parse(line) as StoredMachine & { console: { head: string; tail: string } }
        const { head, tail, total } = stored.console
        return { ...stored, console: { head: bytes(head), tail: bytes(tail), total } }
      })
  } catch (error) {
    throw new DriverError('host', `the record of the simulated machines cannot be read: ${String(error)}`)
  }
}

/** The same machines, as if everything had happened later by this much. `until`: from when on samples are stored; null for never. */
export function shiftTimes(lines: string, milliseconds: number, until: number | null): string {
  const past = decodePast(lines)
  const shifted = decode(lines).map(({ console, ...stored }) => ({
    ...stored,
    changed: stored.changed + milliseconds,
    ...(stored.started !== undefined && { started: stored.started + milliseconds }),
    plan: stored.plan.map((step) => ({ ...step, at: step.at + milliseconds })),
    console: { ...console, head: text(console.head), tail: text(console.tail) },
  }))
  const first = past ? [encodePast(shiftPast(past, milliseconds, until))] : []
  return [...first, ...shifted.map((each) => JSON.stringify(each))].join('\n')
}

/** One character a byte: half the size of hex, and a boot log stays readable. */
function text(bytes: Uint8Array): string {
  let text = ''
  for (let n = 0; n < bytes.length; n += 4096) text += String.fromCharCode(...bytes.subarray(n, n + 4096))
  return text
}

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
