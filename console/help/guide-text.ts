// The guides' text, each in a file of its own. The build has turned Markdown into markup (vite.config.ts): it is ours, so it may
// go onto the page as it is.
import type { Guide } from './guides.ts'

const texts = import.meta.glob<string>('../../docs/guides/*.md', { import: 'default' })

export const readGuide = async (guide: Guide): Promise<string> => texts[`../../docs/guides/${guide}.md`]?.() ?? ''
