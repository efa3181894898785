// How cells are set: figures line up on the right, and names keep proportional hyphens.
import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Table } from './table.tsx'

// only a browser has a window to measure
vi.mock('./use-narrow.ts', () => ({ useNarrow: () => false }))

test('only right-aligned cells have tabular figures, which would space the hyphens of names', () => {
  const html = renderToStaticMarkup(
    <Table
      label="Disks"
      columns={[
        { id: 'name', header: 'Name', cell: () => 'web-1-data' },
        { id: 'size', header: 'Size', align: 'right', cell: () => '16 GiB' },
      ]}
      rows={[{ id: 'one' }]}
      rowKey={({ id }) => id}
    />,
  )
  const classesOf = (text: string) => new RegExp(`class="([^"]*)">${text}`).exec(html)?.[1]?.split(' ')
  expect(classesOf('16 GiB')).toEqual(expect.arrayContaining(['text-right', 'tabular-nums']))
  expect(classesOf('web-1-data')).toContain('px-3')
  expect(html.match(/tabular-nums/g)).toHaveLength(1)
})

test('the theme makes only times tabular', () => {
  const css = readFileSync(new URL('../../theme/theme.css', import.meta.url), 'utf8')
  const selectors = [...css.matchAll(/([^{};]+)\{[^{}]*tabular-nums/g)].map(([, selector]) => selector!.trim())
  expect(selectors).toEqual(['time'])
})
