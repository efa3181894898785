// The guides' text, each in a file of its own. The build has turned Markdown into markup (vite.config.ts): it is ours, so it may
// go onto the page as it is.
import { base } from '../util/base.ts'
import type { Guide } from './guides.ts'

const texts = import.meta.glob<string>('../../docs/guides/*.md', { import: 'default' })

export async function readGuide(guide: Guide): Promise<string> {
  const text = (await texts[`../../docs/guides/${guide}.md`]?.()) ?? ''
  return base === '/' ? text : text.replaceAll('href="/', `href="${base}`)
}
