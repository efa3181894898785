// Rows that depend on the version of OVN.
import { expect, test } from 'vitest'
import { vpcRows } from './rows/vpc.ts'
import { TestVpc } from './testing-vpc.ts'
import { fitting } from './transaction.ts'

const schema = (...columns: string[]) => ({
  version: '7',
  tables: { DNS: { columns: Object.fromEntries(columns.map((column) => [column, { type: 'string' }])) } },
})

test('names are answered by OVN alone, where it can', () => {
  const vpc = new TestVpc(1)
  vpc.machine('web', 5)
  const names = vpcRows(vpc.network, []).find(({ table }) => table === 'DNS')!
  expect(fitting(schema('records', 'options'), names).columns.options).toEqual({ 'ovn-owned': 'true' })
  const before = fitting(schema('records'), names).columns
  expect(before).not.toHaveProperty('options')
  expect(before).toHaveProperty('records')
})
