// What an action says: while it runs, when it is done, and when it fails.
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { takeToasts } from '../ui/overlay/toast.ts'
import { apiAction, bold, perform, type Action } from './action.tsx'

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

test('the button of a confirmation has the words of its title, or its own', () => {
  const call = { label: 'Log out', operation: 'user_logout', params: { path: { userId: 'u' } } } as const
  const labelOf = (ask: { title: string; content: string; actionLabel?: string }) =>
    apiAction({ ...call, ask }).ask as unknown
  expect(labelOf({ title: 'Log out user', content: '' })).toMatchObject({ actionLabel: 'Log out user' })
  expect(labelOf({ title: 'Log out user', content: '', actionLabel: 'Do it' })).toMatchObject({ actionLabel: 'Do it' })
  expect(apiAction(call)).not.toHaveProperty('ask')
})

test('only the values of a text are bold', () => {
  const html = renderToStaticMarkup(bold`Detach ${'<web>'} from ${'db'}?`)
  expect(html).toBe('Detach <strong>&lt;web&gt;</strong> from <strong>db</strong>?')
})
