// Read-only facts are a property list, never a disabled form.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Properties } from './properties.tsx'

const CONSOLE = join(import.meta.dirname, '../..')
const pages = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !/\.spec\.|^ui\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(CONSOLE, file), 'utf8') }))

test('a property is a term with its value, or a dash when it has none', () => {
  const items = [
    { name: 'Size', value: '16 GiB' },
    { name: 'Ports', value: 0 },
    ...[undefined, null, ''].map((value, at) => ({ name: `Missing ${at}`, value })),
  ]
  const html = renderToStaticMarkup(<Properties items={items} />)
  const text = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}.*?</${tag}>`, 'g'))].map(([found]) => plain(found))
  expect(html).toMatch(/^<dl/)
  expect(text('dt')).toEqual(['Size', 'Ports', 'Missing 0', 'Missing 1', 'Missing 2'])
  expect(text('dd')).toEqual(['16 GiB', '0', '—none', '—none', '—none'])
})

test('pages that only show a resource list its properties and have no fields', () => {
  const views = pages.filter(({ file }) => /-(view|facts)(\.lazy)?\.tsx$/.test(file))
  expect(views.length).toBeGreaterThan(8)
  const withFields = views.filter(({ text }) =>
    /from '[^']*\/(form|input)\/(?!mini-table|certificate-facts)[^']*'/.test(text),
  )
  expect(withFields.map(({ file }) => file)).toEqual([])
  const withoutList = views.filter(({ text }) => !/<(Properties|\w+Facts)\b/.test(text))
  expect(withoutList.map(({ file }) => file)).toEqual([])
})

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, '')
