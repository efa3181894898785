// Changes to a rule set, and the differences between two versions of it.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RuleUpdate } from './firewall-rule-queries.ts'
import { hasOldName, putRule, putUntaken, removeRules, setStatus, updatesOf } from './rule-changes.ts'
import { differences } from './rule-differences.ts'
import { copyName } from './rule-values.ts'

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
      const before = oldName === undefined ? undefined : { ...base, name: oldName }
      const after = putRule({ ...base, name }, before)(rulesOf(list)).map((rule) => rule.name)
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
  const after = setStatus(['b'], 'disabled')(removeRules(['a'])(rulesOf(['a', 'b', 'c'])))
  expect(differences(rulesOf(['a', 'b', 'c']), [...after, { ...base, name: 'd' }])).toEqual([
    { name: 'a', kind: 'removed', fields: [] },
    { name: 'b', kind: 'changed', fields: [{ field: 'Status', before: 'enabled', after: 'disabled' }] },
    { name: 'd', kind: 'added', fields: [] },
  ])
})

test('an edit keeps what another user has changed in the same rule', () => {
  const filters = { ...base.filters, ports: ['22', '23'] }
  const before = { ...base, filters }
  const ours = { ...before, priority: 7, filters: { ...filters, ports: ['22', '80'] } }
  const theirs = { ...before, description: 'theirs', filters: { ...filters, ports: ['22', '23', '443'] } }
  expect(putRule(ours, before)([theirs, { ...base, name: 'other' }])).toEqual([
    { ...base, name: 'other' },
    { ...theirs, priority: 7, filters: { ...filters, ports: ['22', '443', '80'] } },
  ])
  // of a field that both have changed, ours is saved
  expect(putRule(ours, before)([{ ...before, priority: 9 }])).toMatchObject([{ priority: 7 }])
  // deleted by the other user
  expect(putRule(ours, before)([])).toEqual([ours])
})

test('without another change, an edit saves exactly what was entered', () => {
  const ports = fc.uniqueArray(fc.constantFrom('22', '80', '443'))
  fc.assert(
    fc.property(ports, ports, fc.nat(65535), (from, to, priority) => {
      const before = { ...base, filters: { ...base.filters, ports: from } }
      const [after] = putRule({ ...base, priority, filters: { ...base.filters, ports: to } }, before)([before])
      expect(after!.priority).toBe(priority)
      expect(new Set(after!.filters.ports)).toEqual(new Set(to))
    }),
  )
})

test('a name that another user has taken meanwhile is refused', () => {
  const taken = 'Another user has created a rule named b.'
  expect(() => putUntaken({ ...base, name: 'b' })(rulesOf(['a', 'b']))).toThrow(taken)
  expect(() => putUntaken({ ...base, name: 'b' }, { ...base, name: 'a' })(rulesOf(['a', 'b']))).toThrow(taken)
  expect(putUntaken({ ...base, name: 'c' })(rulesOf(['a', 'b']))).toHaveLength(3)
})

test('after a rename of the VPC, its rules are sent with the new name', () => {
  const hosts = [
    { type: 'vpc' as const, value: 'default' },
    { type: 'instance' as const, value: 'default' },
    { type: 'vpc' as const, value: 'office' },
  ]
  const rule = { ...base, filters: { ...base.filters, hosts } }
  expect(hasOldName(rule, 'office')).toBe(true)
  const [sent] = updatesOf([rule], 'office')
  expect(hasOldName(sent!, 'office')).toBe(false)
  expect(sent).toMatchObject({
    targets: [{ type: 'vpc', value: 'office' }],
    filters: { hosts: [{ type: 'vpc', value: 'office' }, hosts[1]] },
  })
})

test('a copy gets a free name', () => {
  expect(copyName('a', rulesOf(['a']))).toBe('a-copy')
  expect(copyName('a', rulesOf(['a', 'a-copy', 'a-copy-2']))).toBe('a-copy-3')
  const long = 'a'.repeat(63)
  const first = copyName(long, [])
  expect(first).toBe(`${'a'.repeat(58)}-copy`)
  expect(copyName(long, rulesOf([first]))).toBe(`${'a'.repeat(56)}-copy-2`)
})
