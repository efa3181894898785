// Every combination of desired state and driver report.
import { describe, expect, test } from 'vitest'
import { instanceStates } from '#contract/instance-states.ts'
import type { Machine, MachineState } from '#drivers/machines.ts'
import { holdsMachine } from '../compute/instance-actions.ts'
import { decide, GONE } from './instance-decision.ts'

const machine = (state: MachineState, generation = 3): Machine => ({
  id: 'i',
  name: 'db1',
  sled_id: 's',
  generation,
  state,
  ...(state === 'failed' && { reason: 'it burned' }),
  time_state_updated: new Date(0),
})
const row = (run_state: (typeof instanceStates)[number], reboot_request: string | null = null) => ({
  run_state,
  generation: 3,
  reboot_request,
  sled_id: 's',
  time_taken_over: null,
  to_sled_id: null,
})
const taken = (state: (typeof instanceStates)[number]) => ({ ...row(state, 'r'), time_taken_over: 'then' })
const states: readonly MachineState[] = ['starting', 'running', 'rebooting', 'stopping', 'stopped', 'failed']

const become = (state: string) => ({ become: state })
const failed = { become: 'failed', reason: 'it burned' }
const gone = { become: 'failed', reason: GONE }
const nothing = { do: 'nothing' }

describe('what to do about an instance', () => {
  test('an instance without a machine has leftover machines removed', () => {
    for (const state of [undefined, ...instanceStates.filter((each) => !holdsMachine(each))]) {
      expect(decide(state && row(state), undefined, 's')).toEqual(nothing)
      for (const each of states) expect(decide(state && row(state), machine(each), 's')).toEqual({ do: 'remove' })
    }
  })

  const table: Record<string, Record<MachineState | 'none' | 'older', unknown>> = {
    starting: {
      none: { do: 'ensure' },
      older: { do: 'ensure' },
      starting: nothing,
      running: become('running'),
      rebooting: become('rebooting'),
      stopping: become('stopping'),
      stopped: become('stopped'),
      failed,
    },
    running: {
      none: gone,
      older: gone,
      starting: nothing,
      running: nothing,
      rebooting: become('rebooting'),
      stopping: become('stopping'),
      stopped: become('stopped'),
      failed,
    },
    rebooting: {
      none: gone,
      older: gone,
      starting: nothing,
      running: become('running'),
      rebooting: nothing,
      stopping: become('stopping'),
      stopped: become('stopped'),
      failed,
    },
    stopping: {
      none: become('stopped'),
      older: { do: 'stop' },
      starting: { do: 'stop' },
      running: { do: 'stop' },
      rebooting: { do: 'stop' },
      stopping: nothing,
      stopped: become('stopped'),
      failed: become('stopped'),
    },
  }
  for (const [state, reports] of Object.entries(table)) {
    for (const [report, expected] of Object.entries(reports)) {
      test(`${state}, and the driver reports ${report}`, () => {
        const reported =
          report === 'none' ? undefined : report === 'older' ? machine('running', 2) : machine(report as MachineState)
        expect(decide(row(state as 'running'), reported, 's')).toEqual(expected)
      })
    }
  }

  test('a machine on another sled than the instance is removed, and its absence there means nothing', () => {
    for (const state of states) expect(decide(row('running'), machine(state), 'other')).toEqual({ do: 'remove' })
    expect(decide(row('running'), undefined, 'other')).toEqual(nothing)
  })

  test('a machine on its way to another sled is left alone on both, whatever they report, until its move has ended', () => {
    for (const state of ['migrating', 'stopping', 'running'] as const)
      for (const reported of [undefined, ...states.map((each) => machine(each))]) {
        const moving = { ...row(state, 'r'), to_sled_id: 'other' }
        expect(decide(moving, reported, 's')).toEqual(nothing)
        expect(decide(moving, reported, 'other')).toEqual(nothing)
        expect(decide(moving, reported, 'third')).toEqual(reported ? { do: 'remove' } : nothing)
      }
    // it has failed or stopped meanwhile, so nothing is on its way any more
    const ended = { ...row('failed'), to_sled_id: 'other' }
    expect(decide(ended, machine('running'), 'other')).toEqual({ do: 'remove' })
  })

  test('a machine that another installation has taken over is left alone, also when that one has ended it', () => {
    for (const state of instanceStates) {
      const expected = state === 'stopping' ? become('stopped') : nothing
      for (const each of states) {
        const found = { ...machine(each), is_taken_over: true }
        expect(decide(row(state, 'r'), found, 's')).toEqual(expected)
        expect(decide(taken(state), found, 's')).toEqual(expected)
        expect(decide(undefined, found, 's')).toEqual(nothing)
        expect(decide(row(state), found, 'other')).toEqual(nothing)
      }
      expect(decide(taken(state), undefined, 's')).toEqual(expected)
    }
    // it is ours again
    expect(decide(taken('running'), machine('failed'), 's')).toEqual(failed)
  })

  test('a reboot is requested until accepted, and not of a stopping machine', () => {
    expect(decide(row('rebooting', 'r'), machine('running'), 's')).toEqual({ do: 'reboot' })
    expect(decide(row('rebooting', 'r'), machine('rebooting'), 's')).toEqual({ do: 'reboot' })
    expect(decide(row('rebooting', 'r'), machine('stopping'), 's')).toEqual(become('stopping'))
    expect(decide(row('rebooting', 'r'), machine('failed'), 's')).toEqual(failed)
    expect(decide(row('rebooting', 'r'), undefined, 's')).toEqual(gone)
  })
})
