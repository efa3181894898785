// What an action says: while it runs, when it is done, and when it fails.
import { afterEach, expect, test } from 'vitest'
import { takeToasts } from '../ui/overlay/toast.ts'
import { perform, type Action } from './action.tsx'

afterEach(() => void takeToasts())

const contents = () => takeToasts().map(({ content }) => content)

test('says what it does once it has started, and what it has done at the end', async () => {
  let name = ''
  let finish: (() => void) | undefined
  const action: Action = {
    label: 'Snapshot',
    async run() {
      name = 'web-1'
      await new Promise<void>((resolve) => (finish = resolve))
    },
    doing: () => ({ content: `Creating ${name}` }),
    done: () => ({ content: `Created ${name}` }),
  }
  const performed = perform(action)
  expect(contents()).toEqual(['Creating web-1'])
  finish?.()
  await performed
  expect(contents()).toEqual(['Created web-1'])
})

test('a failure replaces what would have been said', async () => {
  await perform({ label: 'Stop', run: () => Promise.reject(new Error('It is busy')), done: 'Stopped' })
  expect(takeToasts()).toEqual([{ tone: 'error', title: 'Stop failed', content: 'It is busy' }])
})
