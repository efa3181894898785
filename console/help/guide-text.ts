// The guides' HTML, one file each, converted from Markdown by the build (build/guides.ts). It is our own text, so it needs no
// sanitizing.
import { base } from '../util/base.ts'
import type { Guide } from './guides.ts'

const texts = import.meta.glob<string>('../../docs/guides/*.md', { import: 'default' })

export async function readGuide(guide: Guide): Promise<string> {
  const text = (await texts[`../../docs/guides/${guide}.md`]?.()) ?? ''
  return base === '/' ? text : text.replaceAll('href="/', `href="${base}`)
}
