// Suggestions of the OxQL editor.
import { expect, test } from 'vitest'
import { applySuggestion, completionAt, timeseriesIn, type Known } from './completion.ts'

const field = (name: string) => ({
  name,
  description: `The ${name}`,
  fieldType: 'string' as const,
  source: 'metric' as const,
})
const known: Known = {
  schemas: [
    {
      timeseriesName: 'virtual_machine:vcpu_usage',
      description: { target: '', metric: 'Time' },
      fieldSchema: [field('instance_id'), field('state'), field('vcpu_id')],
      datumType: 'cumulative_u64',
      units: 'nanoseconds',
    },
    {
      timeseriesName: 'virtual_disk:reads',
      description: { target: '', metric: 'Reads' },
      fieldSchema: [field('disk_id')],
      datumType: 'cumulative_u64',
      units: 'count',
    },
  ],
  values: (timeseries, name) =>
    timeseries === 'virtual_machine:vcpu_usage' && name === 'state' ? ['run', 'idle'] : [],
}
const get = 'get virtual_machine:vcpu_usage'
const offered = (text: string) => completionAt(text, text.length, known).suggestions.map((one) => one.text)

test.each([
  ['', ['get ']],
  ['g', ['get ']],
  ['get ', ['virtual_machine:vcpu_usage', 'virtual_disk:reads']],
  ['get disk', ['virtual_disk:reads']],
  ['{ get a:b; get vcpu', ['virtual_machine:vcpu_usage']],
  [`${get} | al`, ['align mean_within(1m)']],
  [`${get} | filter `, ['instance_id', 'state', 'vcpu_id', 'timestamp', 'datum']],
  [`${get} | filter st`, ['state', 'instance_id', 'timestamp']],
  [`${get} | filter state == `, ['"run"', '"idle"']],
  [`${get} | filter state == "ru`, ['"run"']],
  [`${get} | filter state == "run" && vc`, ['vcpu_id']],
  [`${get} | filter state == "run" || vc`, ['vcpu_id']],
  [`${get} | filter timestamp > `, ['@now() - 5m', '@now() - 1h', '@now() - 1d']],
  [`${get} | group_by [`, ['instance_id', 'state', 'vcpu_id']],
  [`${get} | group_by [state, v`, ['vcpu_id']],
  [`${get} | group_by [state], `, ['sum', 'mean']],
  [`${get} | filter state == "run" `, []],
])('%j', (text, wanted) => {
  expect(offered(text)).toEqual(wanted)
})

test('a suggestion replaces what was typed of it, and nothing else', () => {
  const text = `${get} | filter st == "run"`
  const caret = text.indexOf(' ==')
  const completion = completionAt(text, caret, known)
  const applied = applySuggestion(text, completion, 'state')
  expect(applied.text).toBe(`${get} | filter state == "run"`)
  expect(applied.text.slice(0, applied.caret)).toBe(`${get} | filter state`)
})

test('at any caret the replaced part ends there, and every suggestion contains it', () => {
  const text = `{ ${get} | filter (state == "run" || !vcpu_id > 1) && timestamp > @now() - 5m; get virtual_disk:reads } | join | last 1`
  for (let caret = 0; caret <= text.length; caret++) {
    const { from, to, suggestions } = completionAt(text, caret, known)
    expect(to).toBe(caret)
    for (const suggestion of suggestions)
      expect(suggestion.text.toLowerCase()).toContain(text.slice(from, to).toLowerCase())
  }
})

test('the timeseries that a query reads', () => {
  expect(timeseriesIn(`{ ${get}; get virtual_disk:reads } | join`)).toEqual([
    'virtual_machine:vcpu_usage',
    'virtual_disk:reads',
  ])
})
