// Changes to a rule set, and the differences between two versions of it.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RuleUpdate } from './firewall-rule-queries.ts'
import { putRule, removeRule, setStatus } from './rule-changes.ts'
import { differences } from './rule-differences.ts'

const base: RuleUpdate = {
  name: 'ssh',
  description: '',
  status: 'enabled',
  direction: 'inbound',
  targets: [{ type: 'vpc', value: 'default' }],
  filters: { hosts: [], ports: ['22'], protocols: ['TCP'] },
  action: 'allow',
  priority: 100,
}
const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
const rulesOf = (list: readonly string[]) => list.map((name) => ({ ...base, name }))

test('a new or renamed rule goes last, and names stay unique', () => {
  fc.assert(
    fc.property(names, fc.constantFrom('a', 'f'), fc.constantFrom(undefined, 'b'), (list, name, oldName) => {
      const after = putRule({ ...base, name }, oldName)(rulesOf(list)).map((rule) => rule.name)
      expect(after.at(-1)).toBe(name)
      expect(new Set(after).size).toBe(after.length)
      if (oldName) expect(after).not.toContain(oldName)
    }),
  )
})

test('equal sets differ in nothing, whatever their order, and a null filter is an empty one', () => {
  fc.assert(
    fc.property(names, (list) => {
      const nulls = rulesOf(list.toReversed()).map((rule) => ({ ...rule, filters: { ...rule.filters, hosts: null } }))
      expect(differences(rulesOf(list), nulls)).toEqual([])
    }),
  )
})

test('differences name what was added, removed and changed', () => {
  const after = setStatus('b', 'disabled')(removeRule('a')(rulesOf(['a', 'b', 'c'])))
  expect(differences(rulesOf(['a', 'b', 'c']), [...after, { ...base, name: 'd' }])).toEqual([
    { name: 'a', kind: 'removed', fields: [] },
    { name: 'b', kind: 'changed', fields: [{ field: 'Status', before: 'enabled', after: 'disabled' }] },
    { name: 'd', kind: 'added', fields: [] },
  ])
})
