// Every page token the server hands out is one it accepts, whatever the caller filters by.
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Operation } from '#contract/define.ts'
import { MAX_NAME_LENGTH } from '#contract/limits.ts'
import type { OperationId } from '#contract/operations.ts'
import { decodeToken, encodeToken, MAX_TOKEN_LENGTH } from './page.ts'

const longestName = 'n'.repeat(MAX_NAME_LENGTH)
const uuid = '00000000-0000-4000-8000-000000000000'
/** JSON spells a control character with six bytes. */
const texts = [MAX_NAME_LENGTH, MAX_TOKEN_LENGTH, 10_000].map((length) => '\u0001'.repeat(length))
const values = [longestName, uuid, '2026-11-16T12:00:00Z', 'ascending', 'descending', 'denied', 'false', '1', ...texts]
const notInTokens = ['limit', 'page_token', 'sort_by']

/** The filters a token carries, each as long as the operation accepts it. */
function longestScan({ query = {}, everyPage = [] }: Operation) {
  const carried = Object.entries(query).filter(([name]) => !notInTokens.includes(name) && !everyPage.includes(name))
  return Object.fromEntries(
    carried.map(([name, schema]) => {
      const parsed = values.map((value) => schema.safeParse(value)).flatMap((it) => (it.success ? [it.data] : []))
      expect(parsed, `no value for ${name}`).not.toEqual([])
      return [name, parsed.reduce((a, b) => (JSON.stringify(b).length > JSON.stringify(a).length ? b : a))]
    }),
  )
}

const lists = (Object.keys(api) as OperationId[]).filter((operation) => (api[operation] as Operation).paginated)

test.each(lists)('%s: a token with the longest filters is accepted', (operation) => {
  const scan = longestScan(api[operation])
  const token = encodeToken({ sort: 'name_descending', scan, last: [longestName, uuid] })
  expect(decodeToken(token).scan).toEqual(scan)
})
